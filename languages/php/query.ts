/** A name where it stands, plain or in a path, as the kind of reference `as`. */
function nameAs(as: string): string {
  return `[(name) @${as} (qualified_name prefix: (_)? @qualifier (name) @${as}) (relative_name (name) @${as})]`;
}
const USED = nameAs('ref.types');
const SUBCLASS = nameAs('ref.extends');
const CALLED = nameAs('ref.calls');

/** tree-sitter-php 0.24; capture names are those of `symbols/draft.ts`, and `promoted` (see `promoted.ts`). */
export const PHP_QUERY = `
(class_declaration name: (name) @name body: (_) @body) @def.class
(enum_declaration name: (name) @name body: (_) @body) @def.class
(interface_declaration name: (name) @name body: (_) @body) @def.type
(trait_declaration name: (name) @name body: (_) @body) @def.type
(function_definition name: (name) @name body: (_) @body) @def.function
(method_declaration name: (name) @name body: (_)? @body) @def.method
(enum_case name: (name) @name value: (_)? @value) @def.constant
(const_declaration (const_element . (name) @name (_) @value)) @def.constant
((function_call_expression function: (name) @_f arguments: (arguments . (argument (string (string_content) @name)))) @def.constant
  (#match? @_f "^define$"))
(property_declaration (property_element name: (variable_name (name) @name) default_value: (_)? @value)) @def.variable
(property_promotion_parameter type: (_)? @promoted.type name: (variable_name (name) @promoted.name)) @promoted

[(arrow_function) (anonymous_function) (anonymous_class)] @scope
(comment) @comment

(simple_parameter name: (variable_name) @bind)
(variadic_parameter name: (variable_name) @bind)
(simple_parameter type: (_) @type name: (variable_name) @typed)
(property_promotion_parameter type: (_) @type name: (variable_name) @typed)
(catch_clause type: (_) @type name: (variable_name) @typed)
(property_declaration type: (_) @type (property_element name: (variable_name (name) @typed)))
(assignment_expression left: (variable_name) @typed right: (object_creation_expression . [(name) (qualified_name)] @type))

(namespace_name (name) @skip)
(argument name: (name) @skip)
(use_as_clause (name) @skip)
(use_instead_of_clause (name) @skip)
(property_promotion_parameter name: (variable_name (name) @skip))

(base_clause ${SUBCLASS})
(class_interface_clause ${SUBCLASS})
(use_declaration ${SUBCLASS})
(object_creation_expression . ${CALLED})
(attribute . ${CALLED})
(function_call_expression function: ${CALLED})
(member_call_expression object: (_) @qualifier name: (name) @ref.calls)
(nullsafe_member_call_expression object: (_) @qualifier name: (name) @ref.calls)
(scoped_call_expression scope: (_) @qualifier name: (name) @ref.calls)
(scoped_call_expression scope: ${USED})
(scoped_property_access_expression scope: (_) @qualifier name: (variable_name (name) @ref.reads))
(scoped_property_access_expression scope: ${USED})
(class_constant_access_expression . (_) @qualifier (name) @ref.reads .)
(class_constant_access_expression . ${USED} (_))
(binary_expression operator: "instanceof" right: ${USED})
(named_type ${USED})
(member_access_expression object: (_) @qualifier name: (name) @ref.reads)
(nullsafe_member_access_expression object: (_) @qualifier name: (name) @ref.reads)
${nameAs('ref.reads')}

(namespace_use_declaration) @import
(namespace_definition name: (_) @import)
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import
`;
