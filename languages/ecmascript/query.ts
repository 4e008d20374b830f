const SHARED = `
(function_declaration name: (identifier) @name body: (statement_block) @body) @def.function
(generator_function_declaration name: (identifier) @name body: (statement_block) @body) @def.function
(class_declaration name: (_) @name body: (class_body) @body) @def.class
(method_definition name: (_) @name body: (_) @body) @def.method
(variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @def.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @def.class
(variable_declarator name: (identifier) @name value: (_)? @value) @def.variable
(export_statement declaration: (lexical_declaration (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)))) @def.variable
(assignment_expression left: (member_expression object: (_) @owner property: (property_identifier) @name) right: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @def.function
(assignment_expression left: (member_expression object: (_) @owner property: (property_identifier) @name) right: (class body: (_) @body)) @def.class
((assignment_expression left: (member_expression object: (_) @owner property: (property_identifier) @name) right: (_) @value) @def.variable
  (#any-of? @owner "exports" "module.exports"))
(export_statement "default" @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @def.function
(export_statement "default" @name value: (class body: (_) @body)) @def.class
(export_statement "default" @name value: [(object) (call_expression) (new_expression) (array)] @value) @def.variable
(export_statement declaration: (_) @inner) @outer
(lexical_declaration . (variable_declarator) @inner .) @outer
(variable_declaration . (variable_declarator) @inner .) @outer

[(arrow_function) (function_expression) (generator_function)] @scope
(comment) @comment

(arrow_function parameter: (identifier) @bind)
(shorthand_property_identifier_pattern) @bind
(pair_pattern value: [(identifier) @bind (assignment_pattern left: (identifier) @bind)])
(assignment_pattern left: (identifier) @bind)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @bind)
(array_pattern (identifier) @bind)
(rest_pattern (identifier) @bind)
(catch_clause parameter: (identifier) @bind)
(for_in_statement left: (identifier) @bind)

(call_expression function: (identifier) @ref.calls)
(call_expression function: (member_expression object: (_) @qualifier property: (_) @ref.calls))
(new_expression constructor: (identifier) @ref.calls)
(new_expression constructor: (member_expression object: (_) @qualifier property: (_) @ref.calls))
(member_expression object: (_) @qualifier property: (property_identifier) @ref.reads)
(shorthand_property_identifier) @ref.reads
(identifier) @ref.reads

(import_statement) @import
(export_statement source: (string)) @import
((variable_declarator value: (call_expression function: (identifier) @_r arguments: (arguments . (string)))) @import (#eq? @_r "require"))
((variable_declarator value: (member_expression object: (call_expression function: (identifier) @_r arguments: (arguments . (string))))) @import (#eq? @_r "require"))
(variable_declarator value: (await_expression (call_expression function: (import) arguments: (arguments . (string))))) @import
(variable_declarator value: (member_expression object: (parenthesized_expression (await_expression (call_expression function: (import) arguments: (arguments . (string))))))) @import
((call_expression function: (identifier) @_r arguments: (arguments . (string) .)) @import (#eq? @_r "require"))
(call_expression function: (import) arguments: (arguments . (string))) @import
(export_statement (export_clause) !source) @export
(export_statement "default") @export
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @export) (variable_declarator)))
(export_statement declaration: (lexical_declaration (variable_declarator) (variable_declarator name: (identifier) @export)))
((expression_statement (assignment_expression left: (member_expression object: [
  (identifier) @_o (member_expression object: (identifier) @_o)]))) @export (#any-of? @_o "module" "exports"))
((if_statement condition: (parenthesized_expression (member_expression object: (meta_property) property: (property_identifier) @_v))) @inline (#eq? @_v "vitest"))
`;

const JSX = `
(jsx_opening_element name: (identifier) @ref.calls)
(jsx_self_closing_element name: (identifier) @ref.calls)
(jsx_opening_element name: (member_expression object: (_) @qualifier property: (_) @ref.calls))
(jsx_self_closing_element name: (member_expression object: (_) @qualifier property: (_) @ref.calls))
`;

/** tree-sitter-javascript 0.25. */
export const JAVASCRIPT_QUERY = `${SHARED}${JSX}
(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method
(field_definition property: (_) @name value: (_)? @value) @def.variable
(formal_parameters (identifier) @bind)
(class_heritage (identifier) @ref.extends)
(class_heritage (member_expression object: (_) @qualifier property: (_) @ref.extends))
`;

/** tree-sitter-typescript 0.23. */
export const TYPESCRIPT_QUERY = `${SHARED}
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method
(public_field_definition name: (_) @name value: (_)? @value) @def.variable
(abstract_class_declaration name: (_) @name body: (class_body) @body) @def.class
(abstract_method_signature name: (_) @name) @def.method
(function_signature name: (identifier) @name) @def.function
(interface_declaration name: (type_identifier) @name body: (_) @body) @def.type
(method_signature name: (_) @name) @def.method
(property_signature name: (_) @name) @def.variable
(type_alias_declaration name: (type_identifier) @name value: (_) @value) @def.type
(enum_declaration name: (identifier) @name body: (_) @body) @def.type
(enum_body name: (property_identifier) @name @def.constant)
(enum_assignment name: (property_identifier) @name) @def.constant
(export_statement "=") @export
(internal_module name: (_) @name body: (statement_block) @body) @def.module
(expression_statement (internal_module) @inner) @outer

(required_parameter pattern: (identifier) @bind)
(optional_parameter pattern: (identifier) @bind)
(type_parameter name: (type_identifier) @bind)

(extends_clause value: (identifier) @ref.extends)
(extends_clause value: (member_expression object: (_) @qualifier property: (_) @ref.extends))
(implements_clause (type_identifier) @ref.extends)
(implements_clause (generic_type name: (type_identifier) @ref.extends))
(implements_clause (nested_type_identifier module: (_) @qualifier name: (type_identifier) @ref.extends))
(extends_type_clause type: (type_identifier) @ref.extends)
(extends_type_clause type: (generic_type name: (type_identifier) @ref.extends))
(extends_type_clause type: (nested_type_identifier module: (_) @qualifier name: (type_identifier) @ref.extends))
(nested_type_identifier module: (_) @qualifier name: (type_identifier) @ref.types)
(type_identifier) @ref.types
`;

export const TSX_QUERY = `${TYPESCRIPT_QUERY}${JSX}`;
