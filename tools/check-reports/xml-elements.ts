/** A tag, without its namespace prefix. */
export interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
  children: Element[]
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE(?:[^>[]|\[[\s\S]*?\])*>|<(\/?)([^\s/>!?]+)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>/g
const ATTRIBUTE = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The root of an XML text with its descendants, without texts; throws if tags do not match. */
export const xmlElements = (text: string): Element => {
  const root: Element = { name: '', attributes: new Map(), children: [] }
  const open = [root]
  for (const [whole, end, name = '', rest = '', isEmpty] of text.matchAll(TOKEN)) {
    if (end === undefined) continue
    const local = name.replace(/^.*:/, '')
    const above = open.at(-1)
    if (end === '/') {
      const closed = open.pop()
      if (closed?.name !== local || open.length === 0) throw new Error(`${whole} closes <${closed?.name}>`)
      continue
    }
    const element: Element = { name: local, attributes: attributesOf(rest), children: [] }
    above?.children.push(element)
    if (isEmpty !== '/') open.push(element)
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.name}> is never closed`)
  const [only, ...more] = root.children
  if (!only) throw new Error('there is no element')
  if (more.length > 0) throw new Error('there are several roots')
  return only
}

/** Every element of these names in its order, also below one another. */
export function* elementsOf(root: Element, names: ReadonlySet<string>): Generator<Element> {
  const waiting = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (names.has(next.name)) yield next
    for (const each of next.children.toReversed()) waiting.push(each)
  }
}

const attributesOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(ATTRIBUTE)].map(([, name = '', one, two]) => [name, one ?? two ?? '']))
