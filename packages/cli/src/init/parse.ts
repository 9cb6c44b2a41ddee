import { parse, parseExpression } from '@babel/parser'
import type { Expression, Node, ObjectExpression, Statement } from '@babel/types'

/** A parsed config: the value that it exports, and the values of its names. */
export interface Source {
  text: string
  isJson: boolean
  exported: Node | undefined
  /** Values of names, null if a name has several. */
  values: Map<string, Node | null>
  /** Values that statements assign to a property of any object: `config.reporter = …`. */
  assigned(property: string): Node[]
}

/** Parses a config; throws a SyntaxError if the text is no valid JavaScript, TypeScript or JSON. */
export const parseSource = (text: string, path: string): Source => {
  if (path.endsWith('.json')) {
    const whole = parseExpression(text)
    const isManifest = /(?:^|[\\/])package\.json$/.test(path) && whole.type === 'ObjectExpression'
    const exported = isManifest ? propertyOf(whole, 'jest') : whole
    return { text, isJson: true, exported, values: new Map(), assigned: () => [] }
  }
  const { program } = parse(text, {
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    plugins: ['typescript', ...(/\.[mc]?ts$/.test(path) ? [] : (['jsx'] as const)), 'decorators'],
  })
  const nodes = [...nodesOf(program)]
  return {
    text,
    isJson: false,
    exported: exportedBy(program.body),
    values: valuesOf(nodes),
    assigned: (property) =>
      nodes.flatMap((node) =>
        node.type === 'AssignmentExpression' &&
        node.operator === '=' &&
        node.left.type === 'MemberExpression' &&
        nameOf(node.left.property) === property
          ? [node.right]
          : [],
      ),
  }
}

/** Returns the node without surrounding types and parentheses. */
export const bare = (node: Node): Node => {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
      return bare(node.expression)
    case 'AwaitExpression':
      return bare(node.argument)
    default:
      return node
  }
}

/** Returns the value of a property by its name; a method counts as the value itself. */
export const propertyOf = (object: ObjectExpression, name: string): Node | undefined => {
  const found = object.properties.find((each) => each.type !== 'SpreadElement' && nameOf(each.key) === name)
  return found?.type === 'ObjectProperty' ? found.value : found
}

/** Returns the expressions that a function itself returns. */
export const returnedBy = (node: Node): Expression[] => {
  if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') return [node.body]
  if (!isFunction(node)) return []
  return [...nodesOf(node.body, isFunction)].flatMap((each) =>
    each.type === 'ReturnStatement' && each.argument ? [each.argument] : [],
  )
}

const isFunction = (node: Node) =>
  node.type === 'ArrowFunctionExpression' ||
  node.type === 'FunctionExpression' ||
  node.type === 'FunctionDeclaration' ||
  node.type === 'ObjectMethod' ||
  node.type === 'ClassMethod'

const nameOf = (node: Node): string | undefined =>
  node.type === 'Identifier' ? node.name : node.type === 'StringLiteral' ? node.value : undefined

/** The default export, `module.exports` or `export =`. */
const exportedBy = (statements: Statement[]): Node | undefined => {
  for (const each of statements) {
    if (each.type === 'ExportDefaultDeclaration') return each.declaration
    if (each.type === 'TSExportAssignment') return each.expression
    if (each.type === 'ExportNamedDeclaration') {
      const named = each.specifiers.find(
        (one) => one.type === 'ExportSpecifier' && nameOf(one.exported) === 'default',
      )
      if (named?.type === 'ExportSpecifier' && !each.source) return named.local
    }
    if (each.type === 'ExpressionStatement' && each.expression.type === 'AssignmentExpression') {
      const found = moduleExports(each.expression)
      if (found) return found
    }
  }
  return undefined
}

/** `module.exports = x`, also within `exports = module.exports = x`. */
const moduleExports = (node: Node): Node | undefined => {
  if (node.type !== 'AssignmentExpression') return undefined
  const { left, right } = node
  const isExports =
    left.type === 'MemberExpression' &&
    nameOf(left.object) === 'module' &&
    nameOf(left.property) === 'exports'
  if (right.type === 'AssignmentExpression')
    return moduleExports(right) ?? (isExports ? right.right : undefined)
  return isExports ? right : undefined
}

const valuesOf = (nodes: Node[]): Map<string, Node | null> => {
  const values = new Map<string, Node | null>()
  const add = (name: string | undefined, value: Node | null | undefined) => {
    if (name !== undefined) values.set(name, values.has(name) ? null : (value ?? null))
  }
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator') add(nameOf(node.id), node.init)
    if (node.type === 'FunctionDeclaration' && node.id) add(node.id.name, node)
    // A name that is assigned again later may have either value.
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier') add(node.left.name, null)
  }
  return values
}

/** All descendants of a node, except those inside nodes for which `isClosed` is true. */
function* nodesOf(node: Node, isClosed: (node: Node) => boolean = () => false): Generator<Node> {
  yield node
  for (const value of Object.values(node).flat())
    if (isNode(value) && !isClosed(value)) yield* nodesOf(value, isClosed)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'loc' in value
