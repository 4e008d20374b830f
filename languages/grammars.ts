/**
 * By language id: its own file in this folder, and the .wasm of its grammar as a package specifier. Apart from the languages
 * themselves, so that what stored answers rest on is told without loading any.
 */
export const GRAMMARS = {
  python: { file: 'python.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm' },
  typescript: { file: 'typescript.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm' },
  tsx: { file: 'typescript.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm' },
  javascript: { file: 'javascript.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm' },
  go: { file: 'go.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm' },
  rust: { file: 'rust.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm' },
  java: { file: 'java.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm' },
  ruby: { file: 'ruby.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm' },
  csharp: { file: 'csharp.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm' },
  php: { file: 'php.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm' },
  kotlin: { file: 'kotlin.ts', wasm: '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm' },
  cpp: { file: 'cpp.ts', wasm: '@vscode/tree-sitter-wasm/wasm/tree-sitter-cpp.wasm' },
  c: { file: 'c.ts', wasm: 'tree-sitter-c/tree-sitter-c.wasm' },
} as const;
