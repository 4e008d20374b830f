/** tree-sitter-rust 0.24; capture names are those of `symbols/draft.ts`. Attributes count as comments: both stand above an item. */
export const RUST_QUERY = `
(function_item name: (identifier) @name body: (block) @body) @def.function
(function_signature_item name: (identifier) @name) @def.function
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @def.type
(struct_item name: (type_identifier) @name) @def.type
(union_item name: (type_identifier) @name body: (_) @body) @def.type
(enum_item name: (type_identifier) @name body: (_) @body) @def.type
(enum_variant name: (identifier) @name) @def.constant
(field_declaration name: (field_identifier) @name) @def.variable
(type_item name: (type_identifier) @name) @def.type
(associated_type name: (type_identifier) @name) @def.type
(trait_item name: (type_identifier) @name body: (declaration_list) @body) @def.type
(impl_item "impl" @name body: (declaration_list) @body) @def.class
(mod_item name: (identifier) @name body: (declaration_list) @body) @def.module
(macro_definition name: (identifier) @name ["{" "(" "["] @body) @def.function
((const_item name: (identifier) @name value: (_)? @value) @def.constant (#not-eq? @name "_"))
(static_item name: (identifier) @name value: (_)? @value) @def.variable

(closure_expression) @scope
[(line_comment) (block_comment) (attribute_item)] @comment

((let_declaration pattern: (identifier) @bind) (#match? @bind "^[a-z_]"))
((let_condition pattern: (identifier) @bind) (#match? @bind "^[a-z_]"))
((parameter pattern: (identifier) @bind) (#match? @bind "^[a-z_]"))
(closure_parameters (identifier) @bind)
((for_expression pattern: (identifier) @bind) (#match? @bind "^[a-z_]"))
((match_pattern . (identifier) @bind) (#match? @bind "^[a-z_]"))
((tuple_pattern (identifier) @bind) (#match? @bind "^[a-z_]"))
((tuple_struct_pattern type: (_) (identifier) @bind) (#match? @bind "^[a-z_]"))
((slice_pattern (identifier) @bind) (#match? @bind "^[a-z_]"))
((reference_pattern (identifier) @bind) (#match? @bind "^[a-z_]"))
((or_pattern (identifier) @bind) (#match? @bind "^[a-z_]"))
(ref_pattern (identifier) @bind)
(mut_pattern (identifier) @bind)
(captured_pattern . (identifier) @bind)
((field_pattern pattern: (identifier) @bind) (#match? @bind "^[a-z_]"))
(field_pattern name: (shorthand_field_identifier) @bind)
(type_parameter name: (type_identifier) @bind)
(const_parameter name: (identifier) @bind)

(type_parameter name: (type_identifier) @typed bounds: (trait_bounds . (_) @type))
(where_predicate left: (type_identifier) @typed bounds: (trait_bounds . (_) @type))
(parameter pattern: [(identifier) @typed (mut_pattern (identifier) @typed)] type: (_) @type)
(let_declaration pattern: (identifier) @typed type: (_) @type)
(let_declaration pattern: (identifier) @typed !type value: (struct_expression name: (_) @type))
((let_declaration pattern: (identifier) @typed !type value: (call_expression function: (scoped_identifier path: (_) @type name: (identifier) @_n)))
  (#match? @_n "^(new|default|from|empty)$|^(new|with|from)_"))
(field_declaration name: (field_identifier) @typed type: (_) @type)
(const_item name: (identifier) @typed type: (_) @type)
(static_item name: (identifier) @typed type: (_) @type)

[(lifetime (identifier) @skip) (label (identifier) @skip)]
(type_binding name: (type_identifier) @skip)
(token_tree ["fn" "struct" "enum" "trait"] . (identifier) @skip)
((attribute (identifier) @_a arguments: (token_tree (identifier) @skip)) (#not-eq? @_a "derive"))
((attribute arguments: (token_tree (identifier) @_a . (token_tree (identifier) @skip))) (#not-eq? @_a "derive"))
(attribute (scoped_identifier) arguments: (token_tree (identifier) @skip))
(attribute arguments: (token_tree (token_tree (token_tree (identifier) @skip))))

(call_expression function: (identifier) @ref.calls)
(call_expression function: (scoped_identifier path: (_) @qualifier name: (identifier) @ref.calls))
((call_expression function: (field_expression
  value: (call_expression function: (scoped_identifier path: (_) @qualifier name: (identifier) @_n)) field: (field_identifier) @ref.calls))
  (#match? @_n "^(new|default)$|^with_"))
(call_expression function: (field_expression value: (_) @qualifier field: (field_identifier) @ref.calls))
(generic_function function: (identifier) @ref.calls)
(generic_function function: (scoped_identifier path: (_) @qualifier name: (identifier) @ref.calls))
(generic_function function: (field_expression value: (_) @qualifier field: (field_identifier) @ref.calls))
(struct_expression name: (type_identifier) @ref.calls)
(struct_expression name: (scoped_type_identifier path: (_) @qualifier name: (type_identifier) @ref.calls))
(struct_expression name: (generic_type_with_turbofish type: (type_identifier) @ref.calls))
(macro_invocation macro: (identifier) @ref.calls)
(macro_invocation macro: (scoped_identifier path: (_) @qualifier name: (identifier) @ref.calls))
(attribute (identifier) @ref.calls)
(attribute (scoped_identifier path: (_) @qualifier name: (identifier) @ref.calls))
((attribute (identifier) @_d arguments: (token_tree (identifier) @ref.extends)) (#eq? @_d "derive"))
((attribute arguments: (token_tree (identifier) @_d . (token_tree (identifier) @ref.extends))) (#eq? @_d "derive"))
(trait_item bounds: (trait_bounds [
  (type_identifier) @ref.extends (generic_type type: (type_identifier) @ref.extends)
  (scoped_type_identifier path: (_) @qualifier name: (type_identifier) @ref.extends)
  (generic_type type: (scoped_type_identifier path: (_) @qualifier name: (type_identifier) @ref.extends))
  (higher_ranked_trait_bound type: (type_identifier) @ref.extends)
  (higher_ranked_trait_bound type: (generic_type type: (type_identifier) @ref.extends))]))
(impl_item trait: [
  (type_identifier) @ref.extends (generic_type type: (type_identifier) @ref.extends)
  (scoped_type_identifier path: (_) @qualifier name: (type_identifier) @ref.extends)
  (generic_type type: (scoped_type_identifier path: (_) @qualifier name: (type_identifier) @ref.extends))])
(token_tree (identifier) @ref.calls . (token_tree . "("))
(token_tree (identifier) @ref.calls . "!")
(scoped_type_identifier path: (_) @qualifier name: (type_identifier) @ref.types)
(type_identifier) @ref.types
(scoped_identifier path: (_) @qualifier name: (identifier) @ref.reads)
(field_expression value: (_) @qualifier field: (field_identifier) @ref.reads)
(identifier) @ref.reads

(scoped_identifier path: (_) @path)
(scoped_type_identifier path: (_) @path)
(token_tree [(identifier) (crate) (super) (self)] @path . "::")
(macro_invocation macro: (identifier) @path)
(token_tree (identifier) @path . "!")

(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import
(token_tree "mod" . (identifier) @import . ";")
`;
