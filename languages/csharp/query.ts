/** A type where it is named: plain, generic or qualified, as the kind of reference `as`. */
function typeAs(as: string): string {
  return `[
  (identifier) @${as} (generic_name . (identifier) @${as})
  (qualified_name qualifier: (_) @qualifier name: [(identifier) @${as} (generic_name . (identifier) @${as})])
  (alias_qualified_name name: [(identifier) @${as} (generic_name . (identifier) @${as})])]`;
}
const USED = typeAs('ref.types');
const SUBCLASS = typeAs('ref.extends');
const CREATED = typeAs('ref.calls');
const CALLED = '[(identifier) @ref.calls (generic_name . (identifier) @ref.calls)]';
const READ = '[(identifier) @ref.reads (generic_name . (identifier) @ref.reads)]';

/** tree-sitter-c-sharp 0.23; capture names are those of `symbols/draft.ts`. Names of namespaces count as imports: they are no uses. */
export const CSHARP_QUERY = `
(class_declaration name: (identifier) @name body: (_)? @body) @def.class
(record_declaration name: (identifier) @name body: (_)? @body) @def.class
(struct_declaration name: (identifier) @name body: (_)? @body) @def.class
(enum_declaration name: (identifier) @name body: (_) @body) @def.class
(interface_declaration name: (identifier) @name body: (_)? @body) @def.type
(delegate_declaration name: (identifier) @name) @def.type
(method_declaration name: (identifier) @name body: (_)? @body) @def.method
(constructor_declaration name: (identifier) @name body: (_)? @body) @def.method
(local_function_statement name: (identifier) @name body: (_)? @body) @def.function
(property_declaration name: (identifier) @name [accessors: (_) value: (_)] @body) @def.variable
(event_declaration name: (identifier) @name accessors: (_)? @body) @def.variable
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @def.variable
((field_declaration (modifier) @_m (variable_declaration (variable_declarator name: (identifier) @name (_)? @value))) @def.constant
  (#eq? @_m "const"))
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name (_)? @value))) @def.variable
(enum_member_declaration name: (identifier) @name) @def.constant
(record_declaration (parameter_list (parameter name: (identifier) @name) @def.variable))

[(lambda_expression) (anonymous_method_expression) (operator_declaration) (conversion_operator_declaration) (indexer_declaration)
 (destructor_declaration)] @scope
(comment) @comment

(parameter name: (identifier) @bind)
(parameter_list name: (identifier) @bind)
(implicit_parameter) @bind
(type_parameter name: (identifier) @bind)
(local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @bind)))
(for_statement initializer: (variable_declaration (variable_declarator name: (identifier) @bind)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @bind)))
(fixed_statement (variable_declaration (variable_declarator name: (identifier) @bind)))
(tuple_pattern name: (identifier) @bind)
(foreach_statement left: (identifier) @bind)
(foreach_statement left: (tuple_expression (argument (identifier) @bind)))
(catch_declaration name: (identifier) @bind)
(declaration_pattern name: (identifier) @bind)
(recursive_pattern name: (identifier) @bind)
(var_pattern name: (identifier) @bind)
(declaration_expression name: (identifier) @bind)
(from_clause name: (identifier) @bind)
(let_clause . (identifier) @bind)
(join_clause . (identifier) @bind)

(parameter type: (_) @type name: (identifier) @typed)
(variable_declaration type: (_) @type (variable_declarator name: (identifier) @typed))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @typed (object_creation_expression type: (_) @type)))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @typed (as_expression right: (_) @type)))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @typed (cast_expression type: (_) @type)))
(property_declaration type: (_) @type name: (identifier) @typed)
(foreach_statement type: (_) @type left: (identifier) @typed)
(catch_declaration type: (_) @type name: (identifier) @typed)
(declaration_pattern type: (_) @type name: (identifier) @typed)
(recursive_pattern type: (_) @type name: (identifier) @typed)
(declaration_expression type: (_) @type name: (identifier) @typed)
(type_parameter_constraints_clause . (identifier) @typed (type_parameter_constraint type: (_) @type))

(argument name: (identifier) @skip)
(attribute_argument (assignment_expression left: (identifier) @skip))
(implicit_object_creation_expression (initializer_expression (assignment_expression left: (identifier) @skip)))
(with_initializer (identifier) @skip)
(anonymous_object_creation_expression (identifier) @skip "=")
(subpattern . (identifier) @skip ":")
(tuple_element name: (identifier) @skip)
(alias_qualified_name alias: (identifier) @skip)
(preproc_if condition: (_) @skip)
(labeled_statement . (identifier) @skip)
(goto_statement (identifier) @skip)
(destructor_declaration name: (identifier) @skip)
(join_into_clause (identifier) @skip)
(type_parameter_constraints_clause . (identifier) @skip)

(base_list ${SUBCLASS})
(base_list (primary_constructor_base_type type: ${SUBCLASS}))
(object_creation_expression type: ${CREATED})
(object_creation_expression type: (_) @qualifier initializer: (initializer_expression (assignment_expression left: (identifier) @ref.reads)))
(attribute name: ${CREATED})
(_ type: ${USED})
(_ returns: ${USED})
(type_argument_list ${USED})
(array_type type: ${USED})
(nullable_type type: ${USED})
(as_expression right: ${USED})
(is_expression right: ${USED})
(explicit_interface_specifier ${USED})
(qualified_name qualifier: (_) @qualifier name: (identifier) @ref.types)
(qualified_name qualifier: (identifier) @ref.types)

(invocation_expression function: ${CALLED})
(invocation_expression function: (member_access_expression expression: (object_creation_expression type: (_) @qualifier) name: ${CALLED}))
(invocation_expression function: (member_access_expression expression: _ @qualifier name: ${CALLED}))
(invocation_expression function: (conditional_access_expression condition: (_) @qualifier (member_binding_expression name: ${CALLED})))
(member_access_expression expression: _ @qualifier name: ${READ})
(conditional_access_expression condition: (_) @qualifier (member_binding_expression name: ${READ}))
(identifier) @ref.reads

(using_directive) @import
(extern_alias_directive) @import
(namespace_declaration name: (_) @import)
(file_scoped_namespace_declaration name: (_) @import)
`;
