import type { Language } from '../language.ts';

/** Shared by JavaScript and TypeScript: a repository of the one nearly always has files of the other. */
export const ECMASCRIPT_ROLES: Language['roles'] = {
  generated: ['{dist,coverage,.next,.nuxt,.output}/**', '**/*.d.ts.map'],
  lockfile: ['**/{package-lock.json,npm-shrinkwrap.json,pnpm-lock.yaml,yarn.lock,bun.lock,bun.lockb,deno.lock}'],
  manifest: [
    '**/{package.json,pnpm-workspace.yaml,.npmrc,.yarnrc,.yarnrc.yml,.taprc,.mocharc,.c8rc.json,.nycrc,.babelrc}',
    '**/{tsconfig,tsconfig.*,jsconfig}.json',
    '**/{vitest,vite,vitest.workspace,jest,babel,ava,rollup,webpack,tsup,tsdown,build,obuild,karma,playwright,swc}.config.{js,mjs,cjs,ts,mts,cts,json}',
    '**/{.mocharc,.babelrc,.swcrc,.nycrc}*',
    '**/vitest.workspace.{js,ts,mts}',
  ],
  test: [
    '**/*.{test,spec,tests,test-d,bench}.{js,mjs,cjs,jsx,ts,mts,cts,tsx}',
    '**/*.{test,spec}-d.ts',
    '**/{test,tests,__tests__,__mocks__,spec,specs,e2e}/**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}',
    '**/{test,spec}.{js,mjs,cjs,ts,mts}',
    '**/vitest.setup.*',
    '**/jest.setup.*',
  ],
};
