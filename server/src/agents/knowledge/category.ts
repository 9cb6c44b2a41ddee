export type Category = 'architecture' | 'patterns' | 'contracts'

/** Folders that projects use for each kind of rules. */
const FOLDERS: Record<Category, RegExp> = {
  architecture: /(?:^|\/)(?:architecture|arch|adrs?|decisions?)(?:[/.]|$)/i,
  patterns:
    /(?:^|\/)(?:patterns?|conventions?|guidelines?|standards?|style|contributing|agents|claude)(?:[/.]|$)/i,
  contracts: /(?:^|\/)(?:contracts?|interfaces?|specs?)(?:[/.]|$)/i,
}

/**
 * The kind of rules that a document states: its front matter's `category`, else the name of its folder or file; null
 * for any other document. Guidelines quote only documents that have one.
 */
export function categoryOf(path: string, frontMatterJson: string): Category | null {
  const { category } = JSON.parse(frontMatterJson) as { category?: unknown }
  const kinds = Object.keys(FOLDERS) as Category[]
  if (typeof category === 'string') return kinds.find((kind) => kind === category.toLowerCase()) ?? null
  return kinds.find((kind) => FOLDERS[kind].test(path)) ?? null
}
