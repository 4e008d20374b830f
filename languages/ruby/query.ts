/** A constant where it is named, plain or in a path, as the kind of reference `as`. */
function constantAs(as: string): string {
  return `[(constant) @${as} (scope_resolution scope: (_)? @qualifier name: (constant) @${as})]`;
}
const SUBCLASS = constantAs('ref.extends');
const CREATED = constantAs('ref.calls');

/** A class or module, also of a name in a path: \`class Pot::Lid\`. */
function declared(node: string, kind: string): string {
  return `
(${node} name: (constant) @name body: (_)? @body) @def.${kind}
(${node} name: (scope_resolution scope: (_) @owner name: (constant) @name) body: (_)? @body) @def.${kind}
(${node} name: (scope_resolution !scope name: (constant) @name) body: (_)? @body) @def.${kind}`;
}

/** tree-sitter-ruby 0.23; capture names are those of `symbols/draft.ts`. */
export const RUBY_QUERY = `
${declared('class', 'class')}
${declared('module', 'module')}
(method name: [(identifier) (constant) (operator)] @name body: (_)? @body) @def.method
(method name: (setter . (_) @name) body: (_)? @body) @def.method
(singleton_method name: [(identifier) (constant) (operator)] @name body: (_)? @body) @def.method
(singleton_method name: (setter . (_) @name) body: (_)? @body) @def.method
((call !receiver method: (identifier) @_m arguments: (argument_list . [(simple_symbol) (string (string_content) .)] @name)) @def.method
  (#match? @_m "^(alias_method|define_method|define_singleton_method)$"))
((call !receiver method: (identifier) @_m arguments: (argument_list [(simple_symbol) (string)] @name @def.method))
  (#match? @_m "^(c|m|thread_)?attr(_internal)?(_reader|_writer|_accessor)$"))
(alias name: (identifier) @name) @def.method
((assignment left: (constant) @name right: (_) @value) @def.constant (#not-match? @value "^(::)?(Class|Struct|Data|Module)\\\\.(new|define)"))
(assignment left: (left_assignment_list (constant) @name)) @def.constant
(operator_assignment left: (constant) @name right: (_) @value) @def.constant
((assignment left: (constant) @name right: (call receiver: (_) @_c method: (identifier) @_m block: (_)? @body)) @def.class
  (#match? @_c "^(::)?(Class|Struct|Data)$") (#match? @_m "^(new|define)$"))
((assignment left: (constant) @name right: (call receiver: (_) @_c method: (identifier) @_m block: (_)? @body)) @def.module
  (#match? @_c "^(::)?Module$") (#eq? @_m "new"))
((assignment left: (constant) right: (call receiver: (_) @_c method: (identifier) @_m arguments: (argument_list (simple_symbol) @name @def.method)))
  (#match? @_c "^(::)?(Struct|Data)$") (#match? @_m "^(new|define)$"))

[(block) (do_block) (lambda)] @scope
(comment) @comment

(method_parameters (identifier) @bind)
(block_parameters (identifier) @bind)
(lambda_parameters (identifier) @bind)
(destructured_parameter (identifier) @bind)
(optional_parameter name: (identifier) @bind)
(keyword_parameter name: (identifier) @bind)
(splat_parameter name: (identifier) @bind)
(hash_splat_parameter name: (identifier) @bind)
(block_parameter name: (identifier) @bind)
(assignment left: (identifier) @bind)
(operator_assignment left: (identifier) @bind)
(left_assignment_list (identifier) @bind)
(destructured_left_assignment (identifier) @bind)
(rest_assignment (identifier) @bind)
(exception_variable (identifier) @bind)
(for pattern: (identifier) @bind)
(as_pattern name: (identifier) @bind)
(keyword_pattern value: (identifier) @bind)
(array_pattern (identifier) @bind)

((assignment left: (identifier) @typed right: (call receiver: [(constant) (scope_resolution)] @type method: (identifier) @_n)) (#eq? @_n "new"))

((call receiver: [(constant) (scope_resolution)] method: (identifier) @skip) (#eq? @skip "new"))
((call !receiver method: (identifier) @skip) (#match? @skip "^(include|extend|prepend|private|protected|public|module_function)$"))

(superclass ${SUBCLASS})
((call !receiver method: (identifier) @_m arguments: (argument_list ${SUBCLASS})) (#match? @_m "^(include|extend|prepend)$"))
((assignment left: (constant) right: (call receiver: (constant) @_c method: (identifier) @_m arguments: (argument_list ${SUBCLASS})))
  (#eq? @_c "Class") (#eq? @_m "new"))
((call receiver: ${CREATED} method: (identifier) @_m) (#eq? @_m "new"))
(call !receiver method: [(identifier) (constant)] @ref.calls)
(call receiver: (_) @qualifier method: [(identifier) (constant)] @ref.calls)
${constantAs('ref.types')}
(identifier) @ref.reads

((call !receiver method: (identifier) @_m) @import (#match? @_m "^(require|require_relative|autoload|load)$"))
((call receiver: (constant) method: (identifier) @_m) @import (#eq? @_m "autoload"))
`;
