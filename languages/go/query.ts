/** tree-sitter-go 0.25; capture names are those of `symbols/draft.ts`. */
export const GO_QUERY = `
(function_declaration name: (identifier) @name body: (block)? @body) @def.function
(method_declaration receiver: (parameter_list) @owner name: (field_identifier) @name body: (block)? @body) @def.method
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @def.type
(type_spec name: (type_identifier) @name type: (interface_type)) @def.type
(type_spec name: (type_identifier) @name) @def.type
(type_alias name: (type_identifier) @name) @def.type
(const_spec name: (identifier) @name value: (_)? @value) @def.constant
(var_spec name: (identifier) @name value: (_)? @value) @def.variable
(field_declaration name: (field_identifier) @name) @def.variable
(method_elem name: (field_identifier) @name) @def.method
(type_declaration . (type_spec) @inner .) @outer
(type_declaration . (type_alias) @inner .) @outer
(const_declaration . (const_spec) @inner .) @outer
(var_declaration . (var_spec) @inner .) @outer

(func_literal) @scope
(comment) @comment

(short_var_declaration left: (expression_list (identifier) @bind))
(parameter_declaration name: (identifier) @bind)
(variadic_parameter_declaration name: (identifier) @bind)
(type_parameter_declaration name: (identifier) @bind)
(range_clause left: (expression_list (identifier) @bind))
(type_switch_statement alias: (expression_list (identifier) @bind))
(receive_statement left: (expression_list (identifier) @bind))

(keyed_element key: (literal_element (identifier) @skip))
(label_name) @skip

(call_expression function: (identifier) @ref.calls)
(call_expression function: (selector_expression operand: (_) @qualifier field: (field_identifier) @ref.calls))
(call_expression function: (type_instantiation_expression type: (type_identifier) @ref.calls))
(composite_literal type: (type_identifier) @ref.calls)
(composite_literal type: (qualified_type package: (_) @qualifier name: (type_identifier) @ref.calls))
(composite_literal type: (generic_type type: (type_identifier) @ref.calls))
(field_declaration !name type: (type_identifier) @ref.extends)
(field_declaration !name type: (qualified_type package: (_) @qualifier name: (type_identifier) @ref.extends))
(field_declaration !name type: (generic_type type: (type_identifier) @ref.extends))
(interface_type (type_elem . (type_identifier) @ref.extends .))
(interface_type (type_elem . (qualified_type package: (_) @qualifier name: (type_identifier) @ref.extends) .))
(qualified_type package: (_) @qualifier name: (type_identifier) @ref.types)
(type_identifier) @ref.types
(selector_expression operand: (_) @qualifier field: (field_identifier) @ref.reads)
(identifier) @ref.reads

(import_spec) @import
`;
