const BODY = '[(class_body) (enum_class_body)]? @body';

/**
 * tree-sitter-kotlin 1.1; capture names are those of `symbols/draft.ts`. A companion is no definition: what is in it is called by the
 * name of the class. Functions with a receiver are methods, though they stand in no class. A call with type arguments and one value
 * is read as two comparisons.
 */
export const KOTLIN_QUERY = `
(class_declaration "class" name: (identifier) @name ${BODY}) @def.class
(class_declaration "interface" name: (identifier) @name ${BODY}) @def.type
(object_declaration name: (identifier) @name ${BODY}) @def.class
(enum_entry . (modifiers)? . (identifier) @name (class_body)? @body) @def.constant
(type_alias type: (identifier) @name) @def.type
(function_declaration "fun" . name: (identifier) @name (function_body)? @body) @def.function
(function_declaration (type_parameters) . name: (identifier) @name (function_body)? @body) @def.function
(function_declaration "." . name: (identifier) @name (function_body)? @body) @def.method
((property_declaration (modifiers (property_modifier) @_m) (variable_declaration . (identifier) @name) "=" (_) @value) @def.constant
  (#eq? @_m "const"))
(property_declaration (variable_declaration . (identifier) @name)) @def.variable
(property_declaration (variable_declaration . (identifier) @name) "=" . (_) @value) @def.variable
(property_declaration (variable_declaration . (identifier) @name) [(getter) (setter) (property_delegate)] @body) @def.variable
(class_parameter ["val" "var"] (identifier) @name . [(user_type) (nullable_type) (function_type) (parenthesized_type)]) @def.variable

[(lambda_literal) (anonymous_function) (anonymous_initializer) (secondary_constructor) (getter) (setter)] @scope
(object_literal (class_body) @scope)
[(line_comment) (block_comment)] @comment

(parameter . (identifier) @bind)
(class_parameter (identifier) @bind . [(user_type) (nullable_type) (function_type) (parenthesized_type)])
(lambda_parameters (variable_declaration . (identifier) @bind))
(multi_variable_declaration (variable_declaration . (identifier) @bind))
(for_statement (variable_declaration . (identifier) @bind))
(when_subject (variable_declaration . (identifier) @bind))
(catch_block . (identifier) @bind)
(setter (identifier) @bind)
(type_parameter (identifier) @bind)

(parameter . (identifier) @typed . [(user_type) (nullable_type)] @type)
(class_parameter (identifier) @typed . [(user_type) (nullable_type)] @type)
(variable_declaration . (identifier) @typed . [(user_type) (nullable_type)] @type)
(property_declaration (variable_declaration . (identifier) @typed .) "=" . (call_expression . [(identifier) (navigation_expression)] @type))
(property_declaration (variable_declaration . (identifier) @typed .) "=" . (as_expression right: (_) @type))
(catch_block . (identifier) @typed . (user_type) @type)
(type_parameter (identifier) @typed . (user_type) @type)

(value_argument . (identifier) @skip "=")
(this_expression (identifier) @skip)
(super_expression (identifier) @skip)
(return_expression label: (identifier) @skip)
((labeled_expression (label) @_l (identifier) @skip) (#match? @_l "^(break|continue)@"))
(type_constraint . (identifier) @skip)

(delegation_specifier (user_type (identifier) @ref.extends))
(delegation_specifier (constructor_invocation (user_type (identifier) @ref.extends)))
(explicit_delegation (user_type (identifier) @ref.extends))
(annotation (user_type (identifier) @ref.calls))
(annotation (constructor_invocation (user_type (identifier) @ref.calls)))
(user_type (identifier) @ref.types)
(call_expression . (identifier) @ref.calls)
(call_expression . (navigation_expression . (_) @qualifier (identifier) @ref.calls .))
(callable_reference (identifier) @ref.calls .)
(infix_expression . (_) @qualifier . (identifier) @ref.calls)
(binary_expression left: (binary_expression left: (identifier) @ref.calls operator: "<") operator: ">" right: (parenthesized_expression))
(binary_expression left: (binary_expression left: (navigation_expression . (_) @qualifier (identifier) @ref.calls .) operator: "<")
  operator: ">" right: (parenthesized_expression))
(navigation_expression . (_) @qualifier (identifier) @ref.reads .)
(identifier) @ref.reads

(package_header) @import
(import) @import
`;
