// The recommended rules of ESLint, typescript-eslint (with types) and eslint-plugin-svelte; every exception says why.
import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

// typescript-eslint sees whatever comes out of a .svelte file as `any`; svelte-check knows its types and checks them.
const UNSAFE = ['argument', 'assignment', 'call', 'member-access', 'return']
const unknownTypesAllowed = {
  ...Object.fromEntries(UNSAFE.map((what) => [`@typescript-eslint/no-unsafe-${what}`, 'off'])),
  '@typescript-eslint/no-redundant-type-constituents': 'off',
}

export default defineConfig(
  { ignores: ['src/net/protocol.ts'] }, // generated: make protocol
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-len': ['error', { code: 120, ignoreUrls: true }],
      // `{#each list as _, i}` can't leave the item out.
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$', argsIgnorePattern: '^_$' }],
      // What the page shows lives in $state; a Map or a URL here is the working memory of one function or class.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  { files: ['**/*.svelte'], rules: unknownTypesAllowed },
  {
    files: ['tests/**'],
    rules: {
      // node:test runs what `test` was given; nobody waits for the promise it returns.
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
    },
  },
  // Plain scripts for Node: no types to check by.
  {
    files: ['**/*.js'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
)
