# node-tap, three major versions, and tape.

need_packages node=nodejs npm=npm
source scripts/npm.sh

need_npm tap-16.3.10 tap@16.3.10
need_npm tap-18.8.0 tap@18.8.0
need_npm tap-21.8.0 tap@21.8.0
need_npm tape-5.10.2 tape@5.10.2
npm_version tap-16.3.10 tap
npm_version tap-18.8.0 tap
npm_version tap-21.8.0 tap
npm_version tape-5.10.2 tape
