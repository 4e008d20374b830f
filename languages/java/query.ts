/** A type where it is named: plain, generic or qualified, as the kind of reference `as`. */
function typeAs(as: string): string {
  return `[
  (type_identifier) @${as} (generic_type . (type_identifier) @${as})
  (scoped_type_identifier . (_) @qualifier (type_identifier) @${as} .)
  (generic_type . (scoped_type_identifier . (_) @qualifier (type_identifier) @${as} .))]`;
}
const SUBCLASS = typeAs('ref.extends');
const CREATED = typeAs('ref.calls');

/** tree-sitter-java 0.23; capture names are those of `symbols/draft.ts`. */
export const JAVA_QUERY = `
(class_declaration name: (identifier) @name body: (_) @body) @def.class
(record_declaration name: (identifier) @name body: (_) @body) @def.class
(enum_declaration name: (identifier) @name body: (_) @body) @def.class
(interface_declaration name: (identifier) @name body: (_) @body) @def.type
(annotation_type_declaration name: (identifier) @name body: (_) @body) @def.type
(method_declaration name: (identifier) @name body: (block)? @body) @def.method
(constructor_declaration name: (identifier) @name body: (_) @body) @def.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @def.method
(annotation_type_element_declaration name: (identifier) @name) @def.method
(enum_constant name: (identifier) @name body: (_)? @body) @def.constant
((field_declaration (modifiers) @_m declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @def.constant
  (#match? @_m "\\\\bstatic\\\\b") (#match? @_m "\\\\bfinal\\\\b"))
(field_declaration declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @def.variable
(constant_declaration declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @def.constant
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @def.variable))
(module_declaration name: (_) @name body: (_) @body) @def.module

[(lambda_expression) (static_initializer)] @scope
(object_creation_expression (class_body) @scope)
(class_body (block) @scope)
[(line_comment) (block_comment)] @comment

(method_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @bind)))
(constructor_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @bind)))
(lambda_expression parameters: (formal_parameters (formal_parameter name: (identifier) @bind)))
(spread_parameter (variable_declarator name: (identifier) @bind))
(lambda_expression parameters: (identifier) @bind)
(inferred_parameters (identifier) @bind)
(local_variable_declaration declarator: (variable_declarator name: (identifier) @bind))
(catch_formal_parameter name: (identifier) @bind)
(enhanced_for_statement name: (identifier) @bind)
(resource name: (identifier) @bind)
(instanceof_expression name: (identifier) @bind)
(type_pattern (identifier) @bind)
(record_pattern_component (identifier) @bind)
(type_parameter (type_identifier) @bind)
(type_parameter (type_identifier) @typed (type_bound . (_) @type))

(formal_parameter type: (_) @type name: (identifier) @typed)
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @typed))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @typed value: (object_creation_expression type: (_) @type)))
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @typed))
(constant_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @typed))
(catch_formal_parameter (catch_type . (_) @type .) name: (identifier) @typed)
(enhanced_for_statement type: (_) @type name: (identifier) @typed)
(resource type: (_) @type name: (identifier) @typed)
(instanceof_expression right: (_) @type name: (identifier) @typed)
(type_pattern (_) @type . (identifier) @typed)
(record_pattern_component (_) @type . (identifier) @typed)

(element_value_pair key: (identifier) @skip)
(labeled_statement . (identifier) @skip)
[(break_statement (identifier) @skip) (continue_statement (identifier) @skip)]

(superclass ${SUBCLASS})
(super_interfaces (type_list ${SUBCLASS}))
(extends_interfaces (type_list ${SUBCLASS}))
(object_creation_expression type: ${SUBCLASS} (class_body))
(object_creation_expression type: ${CREATED})
(method_invocation !object name: (identifier) @ref.calls)
(method_invocation object: (object_creation_expression type: (_) @qualifier) name: (identifier) @ref.calls)
(method_invocation object: (_) @qualifier name: (identifier) @ref.calls)
(method_reference . (_) @qualifier "::" (identifier) @ref.calls)
(method_reference . (identifier) @ref.calls "::" "new")
(method_reference . (generic_type . (type_identifier) @ref.calls) "::" "new")
(marker_annotation name: (identifier) @ref.calls)
(annotation name: (identifier) @ref.calls)
(marker_annotation name: (scoped_identifier scope: (_) @qualifier name: (identifier) @ref.calls))
(annotation name: (scoped_identifier scope: (_) @qualifier name: (identifier) @ref.calls))
(scoped_type_identifier . (_) @qualifier (type_identifier) @ref.types .)
(type_identifier) @ref.types
(field_access object: (_) @qualifier field: (identifier) @ref.reads)
(identifier) @ref.reads

(provides_module_directive provided: (identifier) @ref.extends)
(provides_module_directive provided: (scoped_identifier scope: (_) @qualifier name: (identifier) @ref.extends))
(provides_module_directive (scoped_identifier scope: (_) @qualifier name: (identifier) @ref.types))
(uses_module_directive type: (scoped_identifier scope: (_) @qualifier name: (identifier) @ref.types))
(module_declaration name: (scoped_identifier (identifier) @skip))
(exports_module_directive modules: (_) @skip)
(opens_module_directive modules: (_) @skip)

(method_invocation object: (field_access) @path)
(method_reference . (field_access) @path)
(field_access object: (field_access) @path)
(scoped_type_identifier) @path
(annotation name: (scoped_identifier) @path)
(marker_annotation name: (scoped_identifier) @path)
(uses_module_directive type: (scoped_identifier) @path)
(provides_module_directive (scoped_identifier) @path)

(package_declaration) @import
(import_declaration) @import
[(requires_module_directive) (exports_module_directive) (opens_module_directive)] @import
`;
