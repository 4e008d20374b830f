/**
 * What `captures.ts` reads: names that begin with `c.` are its own, and it turns them into those of `symbols/draft.ts`. Declarators
 * nest without a bound, which no query can follow, so that their names are read from their text.
 */
const SHARED = `
(function_definition type: (_)? @type declarator: (_) @declarator body: (_)? @body) @c.function
(declaration type: (_)? @type declarator: (_) @declarator) @c.declaration
(field_declaration type: (_) @type declarator: (_) @declarator) @c.field
(init_declarator declarator: (_) @declarator value: (_) @value) @c.init
(type_definition type: (_) @type declarator: (_) @declarator) @c.typedef
(parameter_declaration type: (_) @type declarator: (_) @declarator) @c.parameter
(struct_specifier name: (_) @name body: (_)? @body) @c.type
(union_specifier name: (_) @name body: (_)? @body) @c.type
(enum_specifier name: (_) @name body: (_)? @body) @c.type
(enumerator name: (identifier) @name value: (_)? @value) @c.enumerator
(preproc_def name: (identifier) @name value: (_)? @value) @c.macro
(preproc_function_def name: (identifier) @name parameters: (_) @parameters value: (_)? @value) @c.macro
(preproc_params (identifier) @bind)
(linkage_specification body: (_) @inner) @c.wrap
(comment) @comment
(labeled_statement label: (_) @skip)
(goto_statement label: (_) @skip)
(attribute name: (identifier) @skip)

(call_expression function: (identifier) @ref.calls)
(call_expression function: (field_expression argument: (_) @qualifier field: (_) @name) @c.member.calls)
(field_expression argument: (_) @qualifier field: (field_identifier) @name) @c.member.reads
(compound_literal_expression type: (type_descriptor type: (type_identifier) @ref.calls))
(type_identifier) @ref.types
(identifier) @ref.reads

(preproc_include path: (_)) @import
`;

/** tree-sitter-c 0.24. */
export const C_QUERY = `${SHARED}
(parameter_list (identifier) @bind)
`;

/** tree-sitter-cpp 0.23. */
export const CPP_QUERY = `${SHARED}
(class_specifier name: (_) @name body: (_)? @body) @c.type
(access_specifier) @c.access
(template_declaration (_) @inner) @c.wrap
(friend_declaration (_) @inner) @c.friend
(namespace_definition name: (_)? @name body: (_) @body) @c.namespace
(namespace_alias_definition name: (_) @name (_) @value) @c.alias
(using_declaration) @c.using
(alias_declaration name: (_) @name type: (_) @type) @c.typealias
(concept_definition name: (_) @name) @c.concept
(optional_parameter_declaration type: (_) @type declarator: (_) @declarator) @c.parameter
(variadic_parameter_declaration type: (_) @type declarator: (_) @declarator) @c.parameter
(for_range_loop type: (_) @type declarator: (_) @declarator right: (_) @range) @c.parameter
(type_parameter_declaration (type_identifier) @bind)
(variadic_type_parameter_declaration (type_identifier) @bind)
(optional_type_parameter_declaration name: (type_identifier) @bind)
(structured_binding_declarator (identifier) @c.binding)
(lambda_capture_initializer left: (identifier) @c.binding)
(lambda_expression) @scope
(field_initializer (field_identifier) @skip)

(call_expression function: (template_function name: (identifier) @ref.calls))
(call_expression function: (qualified_identifier) @c.path.calls)
(new_expression type: (type_identifier) @ref.calls)
(new_expression type: (template_type name: (type_identifier) @ref.calls))
(new_expression type: (qualified_identifier) @c.path.calls)
(compound_literal_expression type: (type_identifier) @ref.calls)
(compound_literal_expression type: (template_type name: (type_identifier) @ref.calls))
(compound_literal_expression type: (qualified_identifier) @c.path.calls)
(base_class_clause (type_identifier) @ref.extends)
(base_class_clause (template_type name: (type_identifier) @ref.extends))
(base_class_clause (qualified_identifier) @c.path.extends)
(qualified_identifier) @c.path.reads
`;
