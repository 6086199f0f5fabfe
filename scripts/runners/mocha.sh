# mocha, three major versions, with what it reads TypeScript by.

need_packages node=nodejs npm=npm
source scripts/npm.sh

need_npm mocha-10.8.2 mocha@10.8.2 ts-node@10.9.2 typescript@5.9.3 @types/mocha@10.0.10
need_npm mocha-11.8.0 mocha@11.8.0 tsx@4.23.15
need_npm mocha-12.0.3 mocha@12.0.3 @babel/register@7.29.13 @babel/core@7.29.13 @babel/preset-typescript@7.28.5 @babel/preset-env@7.29.14
npm_version mocha-10.8.2 mocha
npm_version mocha-11.8.0 mocha
npm_version mocha-12.0.3 mocha
