import type { ArrayExpression, CallExpression, Node, ObjectExpression } from '@babel/types'
import type { Runner } from '../project/runners.ts'
import { append, type Edit, withEdits } from './append.ts'
import { bare, parseSource, propertyOf, returnedBy, type Source } from './parse.ts'

/** Facts from outside the config that affect its new text. */
export interface Surroundings {
  /** Source of the reporters that the runner uses if its config names none, in the style of `quote`. */
  defaults(quote: (name: string) => string): string[]
  /** True if files that the config imports or extends may set the reporters. */
  mayInherit: boolean
  /** The option `suite` of the reporter; undefined if it needs none. */
  suite?: string | undefined
}

export type Outcome =
  | { state: 'changed'; text: string }
  /** The config cannot be changed safely. */
  | { state: 'unclear'; why: string }

/**
 * Returns the text of a config with the reporter added to those that the config or the runner
 * already uses.
 */
export const addReporter = (text: string, path: string, runner: Runner, around: Surroundings): Outcome => {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const body = text.slice(mark.length)
  try {
    const source = parseSource(body, path)
    if (!source.exported) throw new Unclear('it has no default export')
    const editor = new Editor(source, runner, around)
    const changed = withEdits(body, editor.config(source.exported))
    // A text that does not parse is a bug in this module: no change is better than a broken file.
    parseSource(changed, path)
    return { state: 'changed', text: mark + editor.withTypes(changed, path) }
  } catch (error) {
    if (error instanceof Unclear) return { state: 'unclear', why: error.message }
    if (error instanceof SyntaxError) return { state: 'unclear', why: 'it is not valid JavaScript' }
    throw error
  }
}

class Unclear extends Error {}

class Editor {
  private readonly source: Source
  private readonly runner: Runner
  private readonly around: Surroundings
  /** Nodes that have been edited; two paths may lead to one list. */
  private readonly done = new Set<Node>()
  private addsTest = false

  constructor(source: Source, runner: Runner, around: Surroundings) {
    this.source = source
    this.runner = runner
    this.around = around
  }

  /** The edits of every object that a config may be. */
  config(node: Node): Edit[] {
    const value = this.valueOf(node)
    if (value.type === 'ObjectExpression') return this.once(value, () => this.object(value))
    if (value.type === 'ConditionalExpression')
      return [...this.config(value.consequent), ...this.config(value.alternate)]
    if (value.type === 'CallExpression') return this.call(value)
    const returned = returnedBy(value)
    if (returned.length > 0) return returned.flatMap((each) => this.config(each))
    throw new Unclear('its value is not written in this file')
  }

  /** For `test`, Vite needs types that `defineConfig` of `vite` does not have. */
  withTypes(text: string, path: string): string {
    const isKnown = /['"]vitest\/config['"]/.test(text)
    if (!this.addsTest || isKnown || !/\.[mc]?ts$/.test(path)) return text
    return `/// <reference types="vitest/config" />\n${text}`
  }

  /** `defineConfig(x)`, `mergeConfig(a, b)`, `createJestConfig(x)`: the argument that has the option, else the last object. */
  private call({ arguments: args, callee }: CallExpression): Edit[] {
    const { option } = this.runner
    const parts = args.filter((each) => this.leadsToObject(each))
    const chosen =
      parts.find((each) => this.has(each, option)) ??
      parts.find((each) => this.has(each, 'test')) ??
      parts.at(-1)
    if (!chosen) {
      if (callee.type === 'Identifier' && this.source.values.has(callee.name)) return this.config(callee)
      throw new Unclear('its value is not written in this file')
    }
    if (parts.length < args.length && !this.has(chosen, option)) this.refuseInheritance()
    return this.config(chosen)
  }

  private object(object: ObjectExpression): Edit[] {
    if (this.runner.id !== 'vitest') return this.options(object)
    const test = propertyOf(object, 'test')
    if (test) {
      const value = this.valueOf(test)
      if (value.type !== 'ObjectExpression') throw new Unclear('its option test is not written in this file')
      return this.once(value, () => this.options(value))
    }
    const spread = this.spreads(object).find((each) => propertyOf(each, 'test'))
    if (spread) return this.object(spread)
    this.refuseSpreads(object)
    this.addsTest = true
    return append(object, `test: { ${this.newOption()} }`, this.source)
  }

  private options(object: ObjectExpression): Edit[] {
    const { option } = this.runner
    const value = propertyOf(object, option)
    if (value) return this.list(value)
    const spread = this.spreads(object).find((each) => propertyOf(each, option))
    if (spread) return this.options(spread)
    const [assigned, ...more] = this.source.assigned(option)
    if (more.length > 0) throw new Unclear(`several statements set ${option}`)
    if (assigned) return this.list(assigned)
    this.refuseSpreads(object)
    return append(object, this.newOption(), this.source)
  }

  /** The edits of the option's value. */
  private list(node: Node): Edit[] {
    const value = this.valueOf(node)
    const { start, end } = value
    if (start == null || end == null) throw new Unclear('it has no place')
    const replaced = (text: string) => this.once(value, () => [{ start, end, text }])
    if (
      value.type === 'StringLiteral' ||
      (value.type === 'TemplateLiteral' && value.expressions.length === 0)
    )
      return replaced(`[${this.entry(this.source.text.slice(start, end))}, ${this.ours()}]`)
    if (value.type === 'ConditionalExpression')
      return [...this.list(value.consequent), ...this.list(value.alternate)]
    if (value.type === 'NullLiteral' || (value.type === 'Identifier' && value.name === 'undefined'))
      return replaced(this.newList())
    if (value.type === 'ArrayExpression') return this.once(value, () => this.array(value))
    // `[a, isB && b].filter(Boolean)`, `[a].concat(more)`
    if (value.type === 'CallExpression' && value.callee.type === 'MemberExpression') {
      const { object, property } = value.callee
      const isKnown = property.type === 'Identifier' && /^(?:filter|concat)$/.test(property.name)
      if (isKnown && bare(object).type === 'ArrayExpression') return this.list(object)
    }
    throw new Unclear(`the value of ${this.runner.option} is not a list in this file`)
  }

  private array(array: ArrayExpression): Edit[] {
    // Vitest treats an empty list as its defaults; Jest and Playwright print nothing.
    const isDefault = array.elements.length === 0 && this.runner.id === 'vitest'
    const { start, end } = array
    if (isDefault && start != null && end != null) return [{ start, end, text: this.newList() }]
    if (array.elements.at(-1) === null) throw new Unclear('its list has holes')
    return append(array, this.ours(), this.source)
  }

  private valueOf(node: Node, depth = 0): Node {
    const value = bare(node)
    if (value.type !== 'Identifier' || value.name === 'undefined') return value
    const named = this.source.values.get(value.name)
    if (!named || depth > 9) throw new Unclear(`${value.name} is not written in this file, or changes`)
    return this.valueOf(named, depth + 1)
  }

  private leadsToObject(node: Node): boolean {
    try {
      const value = this.valueOf(node)
      return (
        value.type === 'ObjectExpression' ||
        (value.type === 'CallExpression' && value.arguments.some((each) => this.leadsToObject(each))) ||
        returnedBy(value).some((each) => this.leadsToObject(each))
      )
    } catch {
      return false
    }
  }

  /** True if one of the objects that a node may be has a property, perhaps below `test`. */
  private has(node: Node, name: string): boolean {
    const value = this.valueOf(node)
    const below = value.type === 'CallExpression' ? value.arguments : returnedBy(value)
    if (value.type !== 'ObjectExpression')
      return below.some((each) => this.leadsToObject(each) && this.has(each, name))
    return [value, ...this.spreads(value)].some((each) => {
      if (propertyOf(each, name)) return true
      const test = propertyOf(each, 'test')
      return test !== undefined && this.leadsToObject(test) && this.has(test, name)
    })
  }

  /** The objects in this file that an object spreads. */
  private spreads(object: ObjectExpression): ObjectExpression[] {
    return object.properties.flatMap((each) => {
      if (each.type !== 'SpreadElement' || !this.leadsToObject(each.argument)) return []
      const value = this.valueOf(each.argument)
      return value.type === 'ObjectExpression' ? [value] : []
    })
  }

  private refuseSpreads(object: ObjectExpression): void {
    const spread = object.properties.filter((each) => each.type === 'SpreadElement')
    const isExtended = ['preset', 'extends'].some((name) => propertyOf(object, name))
    if (isExtended || spread.length > this.spreads(object).length) this.refuseInheritance()
  }

  private refuseInheritance(): void {
    if (this.around.mayInherit) throw new Unclear(`another file that it uses may set ${this.runner.option}`)
  }

  private once(node: Node, edit: () => Edit[]): Edit[] {
    if (this.done.has(node)) return []
    this.done.add(node)
    return edit()
  }

  private quote = (name: string): string => {
    if (this.source.isJson) return `"${name}"`
    const count = (pattern: RegExp) => this.source.text.match(pattern)?.length ?? 0
    return count(/"/g) > count(/'/g) ? `"${name}"` : `'${name}'`
  }

  /** Playwright accepts pairs of a name and options. */
  private entry(name: string): string {
    return this.runner.id === 'playwright' ? `[${name}]` : name
  }

  private ours(): string {
    const name = this.quote(this.runner.reporter)
    const { suite } = this.around
    if (suite === undefined) return this.entry(name)
    const key = this.source.isJson ? '"suite"' : 'suite'
    return `[${name}, { ${key}: ${this.quote(suite)} }]`
  }

  private newList(): string {
    const items = this.around.defaults(this.quote).map((each) => this.entry(each))
    return `[${[...items, this.ours()].join(', ')}]`
  }

  private newOption(): string {
    const name = this.source.isJson ? `"${this.runner.option}"` : this.runner.option
    return `${name}: ${this.newList()}`
  }
}
