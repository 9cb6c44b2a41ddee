import type { OutputAsset, OutputChunk } from 'rolldown'

/** The files of a start in the order in which it loads them. All but the driver's are loaded whatever the database is. */
const START = ['start.js', 'server.js', 'app.js', 'sqlite.js', 'read-pool.js']

/** What else loads a part of the same code, and must not load the rest: threads, and the command. */
const OTHERS = {
  reader: ['read-worker.js', 'health.js'],
  threads: ['worker.js', 'ingest-thread-main.js', 'markdown-thread.js'],
  command: ['run-command.js'],
}

/**
 * Gives each module of a start the name of the file it belongs in, from the output of a build that split by itself.
 * Without that, a start loads some 60 files, most of them small: each costs it 0.2 ms. Modules are together if the
 * same step of the start loads them and the same others do, so that nothing loads what it does not need.
 *
 * @returns a name by module id; none for modules that are loaded later
 * @throws if a file that this table names is not in the output
 */
export function joinChunks(output: (OutputChunk | OutputAsset)[]): Map<string, string> {
  const chunks = new Map(output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each]] : [])))
  for (const file of [...START, ...Object.values(OTHERS).flat()])
    if (!chunks.has(file))
      throw new Error(`${file} is no file of the bundle: correct the tables of joinChunks`)
  const others = Object.entries(OTHERS).map(([name, files]) => ({ name, modules: modulesOf(chunks, files) }))
  const joined = new Map<string, string>()
  for (const file of START) {
    for (const id of modulesOf(chunks, [file])) {
      if (joined.has(id)) continue
      const sharedBy = others.filter(({ modules }) => modules.has(id)).map(({ name }) => name)
      joined.set(id, [file.replace('.js', ''), ...sharedBy].join('-'))
    }
  }
  return joined
}

/** Everything that loading these files loads at once. */
function modulesOf(chunks: ReadonlyMap<string, OutputChunk>, files: string[]): Set<string> {
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    chunks.get(file)?.imports.forEach(load)
  }
  files.forEach(load)
  return new Set([...loaded].flatMap((file) => chunks.get(file)?.moduleIds ?? []))
}
