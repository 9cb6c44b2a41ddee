import { answerAll } from './answer-all.ts'
import { highlight } from './highlight.ts'

export interface Ask {
  code: string
  language: string
}

answerAll(({ code, language }: Ask) => highlight(code, language))
