import type { ArtifactStore } from '../../artifacts/artifact-store.ts'
import { findArtifact } from '../../artifacts/find-artifact.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { openZip } from '../artifact/open-zip.ts'
import { readBytes, textOf } from '../artifact/read-text.ts'
import type { Attached, Draft } from '../clusters/draft.ts'

/** The number of clusters whose artifacts are read, and the number of bytes of each. */
const MOST_CLUSTERS = 8
const MOST_BYTES = 256 * 1024
const SNAPSHOT_LENGTH = 4_000

/** Reads the page snapshots of the first clusters, which show what a Playwright test saw when it failed. */
export async function addSnapshots(ctx: Context, files: ArtifactStore, { clusters }: Draft): Promise<void> {
  await Promise.all(
    clusters.slice(0, MOST_CLUSTERS).map(async ({ detail }) => {
      const artifacts = detail?.artifacts ?? []
      const found =
        artifacts.find(({ name }) => name === 'error-context') ??
        artifacts.find(({ name }) => name === 'trace')
      if (found) found.text = await snapshotOf(ctx, files, found)
    }),
  )
}

/** The snapshot in an attached error context, or in the trace that holds one; null if there is none. */
async function snapshotOf(
  ctx: Context,
  files: ArtifactStore,
  { id, name }: Attached,
): Promise<string | null> {
  try {
    const artifact = await findArtifact(ctx, files, id)
    if (name === 'error-context') return pageSnapshot(textOf(await readBytes(artifact, MOST_BYTES)))
    const archive = await openZip(artifact)
    const entry = 'problem' in archive ? undefined : archive.find('error-context')
    if (!entry || 'problem' in archive) return null
    const read = await archive.read(entry)
    return 'problem' in read ? null : pageSnapshot(read.text)
  } catch (error) {
    // If its file is missing, or was removed meanwhile, the answer is complete without it.
    if (error instanceof Problem) return null
    throw error
  }
}

/** The accessibility snapshots in the text that Playwright writes for models, without the instructions around them. */
function pageSnapshot(text: string): string | null {
  const blocks = yamlBlocks(text.split('\n'))
  return blocks.length === 0 ? null : blocks.join('\n').slice(0, SNAPSHOT_LENGTH).toWellFormed()
}

/**
 * The contents of closed YAML code blocks, line by line, because a regular expression over the
 * whole text would backtrack.
 */
function yamlBlocks(lines: string[]): string[] {
  const blocks: string[] = []
  let open: { fence: string; inner: string[] } | null = null
  for (const line of lines) {
    if (open && line.trimEnd() === open.fence) {
      blocks.push(open.inner.join('\n'))
      open = null
    } else if (open) open.inner.push(line)
    else {
      const fence = /^(`{3,})yaml$/.exec(line)?.[1]
      if (fence !== undefined) open = { fence, inner: [] }
    }
  }
  return blocks
}
