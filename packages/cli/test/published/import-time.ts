import type { Installed } from './installed.ts'
import type { NodeBinary } from './nodes.ts'

const ROUNDS = 15

/** Milliseconds of the processor for an import, each in a fresh process, beside those of an empty package in the same rounds. */
export const importTimes = async (
  project: Installed,
  name: string,
  node: NodeBinary,
): Promise<{ ours: number[]; empty: number[] }> => {
  project.write({
    'node_modules/nothing/package.json': '{ "type": "module", "exports": "./index.js" }',
    'node_modules/nothing/index.js': 'export default 1',
  })
  const ours: number[] = []
  const empty: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await importTime(project, name, node))
    empty.push(await importTime(project, 'nothing', node))
  }
  return { ours, empty }
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const importTime = async (project: Installed, name: string, node: NodeBinary): Promise<number> => {
  const script = `const start = process.cpuUsage(); await import('${name}')
    const { user, system } = process.cpuUsage(start); console.log((user + system) / 1000)`
  const { code, stdout, output } = await project.run([node.path, '--input-type=module', '--eval', script])
  if (code !== 0) throw new Error(output)
  return Number(stdout)
}
