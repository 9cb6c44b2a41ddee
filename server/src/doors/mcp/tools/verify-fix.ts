import { z } from 'zod'
import { fence } from '../render.ts'
import { tool } from '../tool.ts'

export const verifyFix = tool({
  name: 'svc_verify_fix',
  title: 'Verify the fix of a failure',
  description:
    'Says whether a commit fixed a failure: verified (with a draft for svc_propose_update), refuted or waiting for clean runs. The outcome arrives in your inbox.',
  input: z.strictObject({
    fingerprint: z.string(),
    commit: z.string().describe('sha of the fix; the full one before its first run'),
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  onError: { NOT_FOUND: 'svc_get_failures shows the fingerprints of failures.' },
  call: async (input, { run, project }) => run('verifyFix', { ...input, project: (await project()).slug }),
  render({ draft, ...verification }) {
    const lines = [
      verification.because,
      ...(draft === null
        ? []
        : [
            `Next: complete this draft and call svc_propose_update with doc_id ${draft.doc_id}.`,
            fence(draft.new_content, { source: 'draft of a document', language: 'md', maxTokens: 2_000 }),
            fence(draft.evidence_snippet, { source: 'evidence_snippet', maxTokens: 600 }),
          ]),
    ]
    const { id, state, cleanRuns, neededRuns, confidence, cameBackIn } = verification
    const structured = {
      id,
      state,
      cleanRuns,
      neededRuns,
      confidence,
      cameBackIn,
      docId: draft?.doc_id ?? null,
    }
    return { text: lines.join('\n'), structured }
  },
})
