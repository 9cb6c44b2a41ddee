import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { countResults, startCollector } from '@svc/test-kit/collect'
import { expect } from 'vitest'
import { toApiKey } from '../../../protocol/src/index.ts'
import { PROGRAM, type Suite } from './formats.ts'
import type { Installed } from './installed.ts'
import type { NodeBinary } from './nodes.ts'

/** Runs the suite with a collector as the server, and compares what arrived with what is in it. */
export const expectReported = async (
  project: Installed,
  suite: Suite,
  node: NodeBinary,
  wanted = { project: 'packed', suite: suite.name },
): Promise<void> => {
  const folder = `${suite.name}-node-${node.version}`
  const files = Object.entries(suite.files).map(([path, text]) => [join(folder, path), text])
  project.write(Object.fromEntries(files))
  const collector = await startCollector()
  try {
    const { code, output } = await project.run(commandOf(project, suite, node), {
      folder,
      env: {
        PATH: `${dirname(node.path)}:${process.env.PATH}`,
        SVC_URL: collector.url,
        SVC_API_KEY: toApiKey(randomBytes(32)),
      },
    })
    const [part, ...others] = collector.parts()
    expect(part?.end, output).toBeDefined()
    expect(others).toEqual([])
    expect(part?.open).toMatchObject(wanted)
    expect(countResults(part?.tests ?? [])).toEqual({ passed: 1, failed: 1, flaky: 0, skipped: 1 })
    expect(code, output).toBe(1)
  } finally {
    await collector.close()
  }
}

const commandOf = ({ folder, manager }: Installed, { runner }: Suite, node: NodeBinary): string[] => {
  const { path, args } = PROGRAM[runner]
  return manager.exec
    ? [...manager.exec, runner, ...args]
    : [node.path, join(folder, 'node_modules', path), ...args]
}
