import type { Capture } from '../language.ts';
import { AROUND, type Dialect, type Exports, type FoldContext, type Placed, USUAL, type UsePlace } from '../symbols/dialect.ts';
import type { DraftReference } from '../symbols/draft.ts';
import { dedent, oneLine } from '../symbols/text.ts';
import { rubyImports } from './imports.ts';

/** Methods of `Kernel`, `Module` and the testing frameworks that are called with no receiver. */
const BUILTINS = new Set(
  (
    'self nil true false super yield puts print p pp printf sprintf format putc gets warn raise fail catch throw loop lambda proc require ' +
    'require_relative load autoload include extend prepend private protected public module_function private_class_method private_constant ' +
    'public_class_method attr attr_reader attr_writer attr_accessor alias_method define_method remove_method undef_method block_given? ' +
    'binding eval instance_eval class_eval module_eval instance_exec instance_variable_get instance_variable_set instance_variable_defined? ' +
    'send public_send __send__ respond_to? method methods is_a? kind_of? instance_of? nil? freeze frozen? dup clone tap then itself object_id ' +
    'hash inspect to_s class singleton_class instance_variables method_missing const_get const_set const_missing Integer Float String Array ' +
    'Hash Rational Complex rand srand sleep exit exit! abort at_exit fork exec spawn system trap caller caller_locations set_trace_func open ' +
    'select test __method__ __dir__ __FILE__ __LINE__ new allocate name describe context it specify before after let let! subject expect ' +
    'allow eq be be_a be_nil assert assert_equal refute shared_examples it_behaves_like include_examples skip pending setup teardown ' +
    'double instance_double source gem group desc task namespace'
  ).split(' '),
);
const CONSTANTS = /^(?:::)?\p{Lu}\w*(?:\s*::\s*\p{Lu}\w*)*$/u;

/** `Pot::Lid` is looked up from the innermost module outwards, `::Pot::Lid` from the top. */
function constant(text: string): string {
  const parts = text.replace(/^::/, '').split(/\s*::\s*/);
  return (text.startsWith('::') ? parts : [AROUND, ...parts]).join('.');
}

/**
 * A name alone is a local, else a method of the instance; a capital makes it a constant. Of a value whose class the text tells by
 * `Pot.new`, that class is the receiver.
 */
function qualifiers(use: DraftReference, { source, member, hidden, binds }: UsePlace): readonly (string | null)[] {
  const { text, startIndex, endIndex } = use.name;
  if (use.qualifier === null) {
    const isConstant = /^\p{Lu}/u.test(text) && (use.kind !== 'calls' || !/^\(|^\s+["':\w]/.test(source.slice(endIndex, endIndex + 4)));
    if (isConstant) return source.slice(startIndex - 2, startIndex) === '::' ? [null] : [AROUND];
    if (use.kind === 'reads' && hidden) return [];
    return BUILTINS.has(text) || member !== null || binds(text) ? [null] : ['this'];
  }
  const receiver = oneLine(use.qualifier.text).replace(/\s*&?\.\s*/g, '.');
  if (receiver === 'self' || receiver === 'self.class') return [BUILTINS.has(text) && member === null ? null : 'this'];
  const created = /^([^.]+)\.new(?:\b(?![.?!]))?(?:\s*\(.*\))?$/.exec(receiver)?.[1] ?? receiver;
  return [CONSTANTS.test(created) ? constant(created) : receiver];
}

/** The run of `#` lines that ends above a definition. */
function doc({ outer }: Placed, { commentAt }: FoldContext): string | null {
  const lines: string[] = [];
  for (let row = outer.startRow - 1; ; row -= 1) {
    const comment: Capture | undefined = commentAt.get(row);
    if (comment === undefined || !/^#(?!!)/.test(comment.text)) break;
    lines.unshift(comment.text.replace(/^#+ ?/, '').trimEnd());
  }
  return dedent(
    lines.filter((line) => !/^(?:frozen_string_literal|encoding|coding|typed|rubocop|:(?:no|start|stop)doc):?/.test(line)).join('\n'),
  );
}

function indentation(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';
}

/** Public unless a bare `private` or `protected` stands before it at its own depth, or it is named by one. */
function exported({ draft, outer, enclosing, qualified, nested, name }: Placed, { source, qualified: known }: Exports): boolean {
  if (nested) return false;
  const around = enclosing?.definition ?? null;
  if (around !== null && !known.has(qualified.slice(0, -name.length - 1))) return false;
  const isMethod = draft.kind === 'method';
  const line = source.slice(source.lastIndexOf('\n', outer.startIndex - 1) + 1, outer.startIndex);
  if (isMethod && /\b(?:private|protected|private_class_method)\s*\(?\s*$/.test(line)) return false;
  const body = source.slice(around?.node.startIndex ?? 0, around?.node.endIndex ?? source.length);
  const isNamed = new RegExp(
    String.raw`\b(?:private|protected|private_class_method|private_constant)[ (](?:.*,\s*)?[:"']${name}\b(?![?!=])`,
  );
  if (isNamed.test(body)) return false;
  if (!isMethod) return true;
  const depth = indentation(source, outer.startIndex);
  const before = source.slice(around?.node.startIndex ?? 0, outer.startIndex);
  const last = [...before.matchAll(/^([ \t]*)(private|protected|public|class << self|end)\b[ \t]*(?:#.*)?$/gm)]
    .filter(([, indent, word]) => indent === depth && word !== 'end' && word !== 'class << self')
    .at(-1)?.[2];
  return last === undefined || last === 'public' || /^def\s+self\b/.test(draft.node.text);
}

export const RUBY_DIALECT: Dialect = {
  ...USUAL,
  imports: rubyImports,
  selfExports: () => [],
  names: ({ name }) => {
    const own = name.text.replace(/^:?["']?|["']$/g, '');
    return { own, holds: own };
  },
  qualifiers,
  typeName: (text) => (CONSTANTS.test(text) ? constant(text) : null),
  owner: (text) => text.replace(/^::/, '').replaceAll('::', '.'),
  doc,
  exported,
  inlineTests: () => [],
  partial: ({ kind }) => kind === 'class' || kind === 'module',
  builtins: BUILTINS,
  receivers: new Set(['self', 'this', AROUND]),
  importsBind: false,
  freeReads: true,
  freeTypes: true,
  open: new Set(['class', 'module']),
  hides: (use) => use.kind !== 'calls' || use.qualifier !== null,
};
