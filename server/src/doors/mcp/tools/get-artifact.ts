import type { failureContextOperations } from '@svc/schema'
import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { sizesOf, sliceText } from '../fit.ts'
import { code, fence, notShown, oneLine, truncatedLine } from '../render.ts'
import { READS_RESULTS, resultTokens, tool } from '../tool.ts'
import { given, idIn } from './arguments.ts'

/** The operation lists no more. */
const MOST_FILES = 50

export const getArtifact = tool({
  name: 'svc_get_artifact',
  title: 'Read an artifact',
  description:
    'Reads an artifact of a test as text in slices: logs, page snapshots, files inside a Playwright trace. Images and videos come as a link.',
  input: z.strictObject({
    artifact: z.string().min(1).max(2_000).describe('id or URL'),
    file: z.string().min(1).max(1_000).optional().describe('a file inside an archive'),
    grep: z.string().min(1).max(200).optional().describe('only lines with this text'),
    offset: z.int().min(0).max(1_000_000_000).default(0).describe('characters to skip'),
    ...resultTokens,
  }),
  ...READS_RESULTS,
  onError: { NOT_FOUND: 'Call svc_get_failures for the artifacts of failing tests.' },
  async call({ max_tokens, artifact, ...asked }, { run }) {
    const id = idIn(artifact, 'artifact', 'an artifact')
    return run('getArtifactText', given({ ...asked, id, maxTokens: max_tokens }))
  },
  render(answer, budget) {
    if (answer.text === '') return rendered(answer)
    const frame = rendered({ ...answer, text: '.', nextOffset: answer.totalCharacters })
    const [text, data] = sizesOf(frame.text, frame.structured)
    const most = budget * SHARE
    const { content, nextOffset } = sliceText(answer.text, 0, most - text, most - data)
    if (nextOffset === null) return rendered(answer)
    return rendered({
      ...answer,
      text: content,
      nextOffset: answer.offset + nextOffset,
      truncated: true,
    })
  },
})

/** Leaves room for what is counted too low. */
const SHARE = 0.9

function rendered(answer: z.output<typeof failureContextOperations.getArtifactText.output>) {
  const { id, name, contentType, sizeBytes, url, kind, file, files, filesLeft, note, text } = answer
  const { offset, nextOffset, totalCharacters, matches } = answer
  const lines = [
    `Artifact ${code(name, 100)}${file === null ? '' : `, file ${code(file, 150)}`}: ${kind}, ${code(contentType)}, ${countOf(sizeBytes, 'byte')}. ${url}`,
    ...(note === null ? [] : [oneLine(note, 300)]),
    ...(files.length > 1 || filesLeft > 0
      ? [
          `Files: ${files.map((one) => `${code(one.name, 100)} ${one.sizeBytes} B`).join(', ')}${filesLeft > 0 ? ', …' : ''}`,
        ]
      : []),
    ...(matches === null ? [] : [`${countOf(matches, 'line')} ${matches === 1 ? 'matches' : 'match'}.`]),
    ...(text === ''
      ? []
      : [
          fence(text, {
            source: `artifact ${id}${file === null ? '' : ` ${code(file, 100)}`}, characters ${offset} to ${offset + text.length} of ${totalCharacters}`,
          }),
        ]),
    ...(filesLeft === 0
      ? []
      : [
          truncatedLine(
            notShown(filesLeft, 'file'),
            files.length < MOST_FILES
              ? 'Call svc_get_artifact with the same artifact and a larger max_tokens'
              : 'Download the archive from the address above',
          ),
        ]),
    ...(nextOffset === null
      ? []
      : [`Next: svc_get_artifact with the same arguments and "offset": ${nextOffset}`]),
  ]
  return {
    text: lines.join('\n'),
    structured: {
      ...answer,
      name: oneLine(name, 100),
      contentType: oneLine(contentType, 80),
      file: file && oneLine(file, 150),
      files: files.map((one) => ({ ...one, name: oneLine(one.name, 100) })),
    },
  }
}
