import { UserError } from '#schema/errors.ts';
import { GRAMMARS } from './grammars.ts';
import type { Language } from './language.ts';
import { RUST_DIALECT } from './rust/dialect.ts';
import { RUST_QUERY } from './rust/query.ts';
import { rustResolver } from './rust/resolve.ts';
import { rustTestCases } from './rust/tests.ts';
import { foldSymbols } from './symbols/fold.ts';

export const rust: Language = {
  id: 'rust',
  title: 'Rust',
  extensions: ['.rs'],
  shebangs: ['rust-script'],
  roles: {
    generated: ['**/target/**', '**/*.gen.rs', '**/*_generated.rs'],
    lockfile: ['**/Cargo.lock'],
    manifest: ['**/Cargo.toml', '**/rust-toolchain{,.toml}', '**/.cargo/config{,.toml}', '**/cross.toml', '**/Cross.toml'],
    test: ['**/tests/**/*.rs', '**/{test,tests}.rs', '**/*_{test,tests}.rs', '**/{test,tests}_*.rs'],
    source: ['**/*.rs'],
    auxiliary: ['**/{.,}{rustfmt,clippy}.toml', '**/{deny,release,cliff,taplo,.taplo,typos}.toml', '**/.config/nextest.toml'],
  },
  grammar: {
    wasm: GRAMMARS.rust.wasm,
    query: RUST_QUERY,
    fold: (captures, source, errorShare) => foldSymbols(captures, source, errorShare, RUST_DIALECT),
  },
  resolver: rustResolver,
  testCases: rustTestCases,
  frameworks: [],
  recipe: () => {
    throw new UserError('languages', 'no test framework of Rust can be run yet', 'Name another language first in the source.');
  },
};
