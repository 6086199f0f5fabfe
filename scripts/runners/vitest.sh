# vitest, three major versions, and the Node that the newest of them needs.

need_packages node=nodejs npm=npm
source scripts/npm.sh

need_npm vitest-3.2.7 vitest@3.2.7 vite@7.3.8
need_npm vitest-4.1.12 vitest@4.1.12 vite@7.3.8
need_npm vitest-5.1.2 vitest@5.1.2
need_npm node-22.23.3 node@22.23.3
npm_version vitest-3.2.7 vitest
npm_version vitest-4.1.12 vitest
npm_version vitest-5.1.2 vitest
npm_version node-22.23.3 node
