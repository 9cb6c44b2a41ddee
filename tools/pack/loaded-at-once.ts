import type { OutputChunk } from 'rolldown'

/** The modules that the entries load before they do anything, without the entries. */
export function loadedAtOnce(chunks: OutputChunk[]): Set<string> {
  const modules = new Set<string>()
  const visit = (chunk: OutputChunk): void => {
    for (const id of chunk.moduleIds) if (id !== chunk.facadeModuleId) modules.add(id)
    for (const name of chunk.imports) {
      const next = chunks.find(({ fileName }) => fileName === name)
      if (next) visit(next)
    }
  }
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk)
  return modules
}
