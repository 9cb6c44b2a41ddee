import { textField } from './json.ts'
import type { Setup } from './setup.ts'
import { isInRange } from './versions.ts'

/** Why a runner may crash, and what to do; the parts of a finding. */
export interface UnsupportedNode {
  found: string
  reason: string
  fix: string
}

/** What to say if the installed runner excludes this version of Node; undefined if it does not or cannot be told. */
export const unsupportedNode = ({ runner, installed }: Setup, node: string): UnsupportedNode | undefined => {
  const range = textField(installed?.manifest, 'engines', 'node')
  if (!installed || range === undefined || isInRange(node, range) !== false) return undefined
  return {
    found: `${runner.name} ${installed.version} does not support Node ${node}`,
    reason: `its package.json requires Node ${range}, and on others it can fail before any test`,
    fix: 'use such a Node for the tests, also in CI, then check',
  }
}
