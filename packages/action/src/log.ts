import { error, info, notice, setSecret, warning } from '@actions/core'
import { inert, logLine } from './commands.ts'

export type Level = 'error' | 'warning' | 'notice'

/** A message for the user, with the next step. */
export interface Note {
  level: Level
  text: string
}

interface Annotation {
  level: Level
  message: string
  title?: string
  file?: string
  line?: number
}

/** The log of the step. */
export interface Log {
  say(text: string): void
  /** Writes the text to the log and keeps it for the summary; ignores duplicates. */
  note(level: Level, text: string): void
  /** Writes an annotation; returns false if GitHub would not show more of this level. */
  annotate(annotation: Annotation): boolean
  mask(secret: string): void
  readonly notes: Note[]
}

/** GitHub shows this many annotations per step and level, and silently drops others. */
const MOST: Record<Level, number> = { error: 10, warning: 10, notice: 10 }

const WRITE: Record<Level, typeof error> = { error, warning, notice }

export const makeLog = (): Log => {
  const shown: Record<Level, number> = { error: 0, warning: 0, notice: 0 }
  const notes: Note[] = []
  const annotate = ({ level, message, title, file, line }: Annotation) => {
    if (shown[level] >= MOST[level]) return false
    shown[level] += 1
    WRITE[level](inert(message), {
      ...(title && { title: inert(title) }),
      ...(file && { file: inert(file) }),
      ...(line !== undefined && { startLine: line }),
    })
    return true
  }
  const say = (text: string) => info(logLine(text))
  return {
    say,
    annotate,
    notes,
    note(level, text) {
      if (notes.some((each) => each.text === text)) return
      notes.push({ level, text })
      if (level === 'notice' || !annotate({ level, title: 'svc', message: text })) say(text)
    },
    mask(secret) {
      // Each line of a value is masked by itself.
      for (const line of secret.split(/[\r\n]+/)) if (line !== '') setSecret(line)
    },
  }
}
