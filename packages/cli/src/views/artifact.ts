import type { Operations } from '@svc/api'
import { fenced } from '../terminal/fenced.ts'
import { oneLine, typed } from '../terminal/text.ts'

type Answer = Operations['getArtifactText']['data']

interface Asked {
  file?: string | undefined
  grep?: string | undefined
  maxTokens?: number | undefined
  url?: string | undefined
}

/** Returns facts about an artifact, its text between marks, and the command for the next slice. */
export const artifactText = (answer: Answer, { file, grep, maxTokens, url }: Asked): string => {
  const { id, name, contentType, sizeBytes, kind, files, filesLeft, note, text, matches, nextOffset } = answer
  const inside = answer.file === null ? '' : `, file ${oneLine(answer.file)}`
  const others = files.filter((each) => each.name !== answer.file).map((each) => oneLine(each.name))
  const command = (more: Record<string, string | undefined>) =>
    `npx --no svc artifact ${typed([id], { file, grep, 'max-tokens': maxTokens?.toString(), url, ...more })}`.trim()
  return [
    `${oneLine(name)}${inside}: ${kind}, ${oneLine(contentType)}, ${sizeBytes} bytes`,
    oneLine(answer.url),
    ...(note === null ? [] : [oneLine(note)]),
    ...(others.length === 0
      ? []
      : [`other files, for --file: ${others.join(', ')}${filesLeft > 0 ? `, and ${filesLeft} more` : ''}`]),
    ...(matches === null ? [] : [`${matches} ${matches === 1 ? 'line contains' : 'lines contain'} the text`]),
    ...(text === '' ? [] : [fenced(text)]),
    ...(nextOffset === null ? [] : [`to read on: ${command({ offset: String(nextOffset) })}`]),
    '',
  ].join('\n')
}
