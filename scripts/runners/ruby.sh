# Ruby with RSpec, minitest and test-unit, as Debian has them. Sourced by scripts/test.sh.

need_gem() {
    ruby -e 'require ARGV[0]; exit!' "$1" 2>/dev/null || install_packages "$2"
}

need_packages ruby=ruby rspec=ruby-rspec bundle=bundler rake=rake
need_gem rspec/expectations ruby-rspec
# Ruby brings an older one.
ruby -e 'gem "minitest", ">= 5.16"; exit!' 2>/dev/null || install_packages ruby-minitest
need_gem test/unit ruby-test-unit
need_gem rails ruby-railties
need_gem simplecov ruby-simplecov
echo "$(ruby -e 'puts "ruby #{RUBY_VERSION}"'), rspec-core $(ruby -e 'require "rspec/core/version"; puts RSpec::Core::Version::STRING')"
echo "minitest $(ruby -e 'require "minitest"; puts Minitest::VERSION'), test-unit $(ruby -e 'require "test/unit/version"; puts Test::Unit::VERSION'), railties $(ruby -e 'require "rails/version"; puts Rails::VERSION::STRING')"
