/** tree-sitter-python 0.25; capture names are those of `symbols/draft.ts`. */
export const PYTHON_QUERY = `
(function_definition name: (identifier) @name body: (block) @body) @def.function
(class_definition name: (identifier) @name body: (block) @body) @def.class
(decorated_definition definition: (_) @inner) @outer
(assignment left: (identifier) @name right: (_)? @value) @def.variable
(assignment left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @def.variable
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @def.type

[(lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope

(parameters (identifier) @bind)
(typed_parameter (identifier) @bind)
(default_parameter name: (identifier) @bind)
(typed_default_parameter name: (identifier) @bind)
(lambda_parameters (identifier) @bind)
(list_splat_pattern (identifier) @bind)
(dictionary_splat_pattern (identifier) @bind)
(for_statement left: [(identifier) @bind (pattern_list (identifier) @bind) (tuple_pattern (identifier) @bind)])
(for_in_clause left: [(identifier) @bind (pattern_list (identifier) @bind) (tuple_pattern (identifier) @bind)])
(as_pattern_target (identifier) @bind)
(named_expression name: (identifier) @bind)

(keyword_argument name: (identifier) @skip)

(call function: (identifier) @ref.calls)
(call function: (attribute object: (_) @qualifier attribute: (identifier) @ref.calls))
(decorator (identifier) @ref.calls)
(decorator (attribute object: (_) @qualifier attribute: (identifier) @ref.calls))
(class_definition superclasses: (argument_list (identifier) @ref.extends))
(class_definition superclasses: (argument_list (attribute object: (_) @qualifier attribute: (identifier) @ref.extends)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @ref.extends)))
(class_definition superclasses: (argument_list (subscript value: (attribute object: (_) @qualifier attribute: (identifier) @ref.extends))))
(type (identifier) @ref.types)
(type (generic_type . (identifier) @ref.types))
(type (attribute object: (_) @qualifier attribute: (identifier) @ref.types))
(type (subscript value: (identifier) @ref.types))
(attribute object: (_) @qualifier attribute: (identifier) @ref.reads)
(identifier) @ref.reads

(import_statement) @import
(import_from_statement) @import
`;
