# PHPUnit 9 as Debian has it, and 11 as the next Debian has it: that is plain PHP, unpacked and not installed.

need_packages php=php-cli phpunit=phpunit composer=composer

# The site of Debian's archive that this machine is set up for, and apt with another release of it.
debian_site() {
    [ -n "$(ls /var/lib/apt/lists/*_Packages* 2>/dev/null)" ] || install_packages phpunit >&2
    apt-get indextargets --format '$(SITE)' 'Label: Debian' 'Created-By: Packages' | sort -u | head -n 1
}

apt_of() {
    local at=$1
    shift
    "$@" -qq -o Dir::Etc::SourceList="$at/list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State="$at" \
        -o Dir::State::Lists="$at/lists" -o Dir::State::Status="$at/status" -o Dir::Cache="$at" \
        -o APT::Sandbox::User=root
}

need_phpunit() {
    local version=$1 release=$2 packages=$3
    local at=$TOOLS/phpunit-$version
    if [ "$(cat "$at/pinned" 2>/dev/null)" != "$version" ]; then
        rm -rf "$at"
        mkdir -p "$at"/{apt/lists/partial,apt/archives/partial,debs,bin}
        touch "$at/apt/status"
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(debian_site) $release main" >"$at/apt/list"
        apt_of "$at/apt" apt-get update
        (cd "$at/debs" && apt_of ../apt apt-get download "phpunit=$version*" $packages)
        for deb in "$at"/debs/*.deb; do dpkg-deb -x "$deb" "$at"; done
        # What loads them names the place they would have been installed to.
        grep -rlF /usr/share/php "$at/usr/share/php" --include=autoload.php | xargs -r sed -i "s#/usr/share/php#$at/usr/share/php#g"
        printf '#!/bin/sh\nexec php %s/usr/bin/phpunit "$@"\n' "$at" >"$at/bin/phpunit"
        chmod +x "$at/bin/phpunit"
        rm -rf "$at/apt" "$at/debs"
        echo "$version" >"$at/pinned"
    fi
    "$at/bin/phpunit" --version | head -n 1
}

need_phpunit 11.5.19 trixie "php-codecoverage php-deepcopy php-file-iterator php-invoker php-parser php-phar-io-manifest
    php-phar-io-version php-staabm-side-effects-detector php-text-template php-timer php-tokenizer phpunit-cli-parser
    phpunit-code-unit phpunit-code-unit-reverse-lookup phpunit-comparator phpunit-complexity phpunit-diff
    phpunit-environment phpunit-exporter phpunit-global-state phpunit-lines-of-code phpunit-object-enumerator
    phpunit-object-reflector phpunit-recursion-context phpunit-type phpunit-version"
phpunit --version | head -n 1
