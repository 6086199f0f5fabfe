# jest, two major versions, with what it reads TypeScript by.

need_packages node=nodejs npm=npm
source scripts/npm.sh

need_npm jest-29.7.0 jest@29.7.0 ts-jest@29.4.15 typescript@5.9.3 @types/jest@29.5.14
need_npm jest-30.5.2 jest@30.5.2 @babel/preset-typescript@7.28.5 @babel/preset-env@7.29.14
npm_version jest-29.7.0 jest
npm_version jest-30.5.2 jest
