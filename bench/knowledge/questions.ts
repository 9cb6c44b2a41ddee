import { readFileSync } from 'node:fs'

/** A section of a document; `heading` is empty for the whole document. */
interface Section {
  path: string
  heading: string
}

/** A question with the sections that answer it. */
export interface Question {
  kind: string
  text: string
  /** A multi-part question needs one section of each list. */
  needs: Section[][]
}

/** Something that a search returned. */
export interface Place {
  path: string
  headings: string[]
}

/** Reads a list of questions; its own first lines describe the format. */
export const readQuestions = (file: string): Question[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [first, last] = [line.indexOf('; '), line.lastIndexOf('; ')]
      return {
        kind: line.slice(0, first),
        text: line.slice(first + 2, last),
        needs: line
          .slice(last + 2)
          .split(/ & (?=\S+\.md)/)
          .map((part) => part.split(' | ').map(readSection)),
      }
    })

function readSection(text: string): Section {
  const [path = '', heading = ''] = text.trim().split(' > ')
  return { path, heading: plain(heading) }
}

/** Headings are compared without markup, anchors and what the documentation's own tools add. */
const plain = (heading: string): string =>
  heading
    .replace(/^async /, '')
    .replace(/\s*\{[#/][^}]*\}|\s*<(?:sup|Badge|NonInheritBadge)\b.*|\s=\s%%.*/g, '')
    .replace(/[`*\\]/g, '')
    .trim()

const answers = (need: Section[], { path, headings }: Place): boolean =>
  need.some(
    (section) =>
      section.path === path &&
      (section.heading === '' || headings.some((one) => plain(one) === section.heading)),
  )

export interface Quality {
  questions: number
  /** The share of needed sections among the first ten. */
  recall: number
  /** The mean of 1 ÷ the place of the first answer among the first ten. */
  mrr: number
  /** The questions whose first hit is an answer. */
  first: number
  /** The questions with all needed sections among the first five. */
  amongFive: number
}

/** The quality of a search over all questions (`all`), and by kind. */
export async function rate(
  questions: Question[],
  search: (text: string) => Promise<Place[]>,
): Promise<Record<string, Quality>> {
  const sums: Record<string, Quality> = {}
  for (const { kind, text, needs } of questions) {
    const places = (await search(text)).slice(0, 10)
    const at = needs.map((need) => places.findIndex((place) => answers(need, place)))
    const found = at.filter((place) => place >= 0)
    const first = Math.min(...found)
    for (const name of ['all', kind]) {
      sums[name] ??= { questions: 0, recall: 0, mrr: 0, first: 0, amongFive: 0 }
      const sum = sums[name]
      sum.questions++
      sum.recall += found.length / needs.length
      sum.mrr += 1 / (first + 1)
      sum.first += first === 0 ? 1 : 0
      sum.amongFive += at.every((place) => place >= 0 && place < 5) ? 1 : 0
    }
  }
  for (const sum of Object.values(sums)) {
    sum.recall /= sum.questions
    sum.mrr /= sum.questions
  }
  return sums
}

/** Questions whose sections do not exist. */
export const unanswerable = (questions: Question[], places: Place[]): Question[] =>
  questions.filter(({ needs }) => needs.some((need) => !places.some((place) => answers(need, place))))
