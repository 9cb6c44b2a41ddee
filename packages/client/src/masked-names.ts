import type { Group } from '@svc/protocol'
import { MASK } from './redact.ts'

/** Distinguishes tests whose names differ only in their masked part, by giving them different occurrences. */
export const makeMaskedNames = () => {
  const groups = new Map<number, string>()
  const occurrences = new Map<string, Map<string, number>>()
  return {
    /** Call it with every group when it is written. */
    define(number: number, group: Group) {
      const text = JSON.stringify(group)
      if (text.includes(MASK)) groups.set(number, text)
    },
    /** The occurrence to write for a test; the given one unless part of its name was masked. */
    occurrenceOf(group: number, name: { title: string; written: string; occurrence: number }): number {
      const { title, written, occurrence } = name
      const above = groups.get(group)
      if (above === undefined && !written.includes(MASK)) return occurrence
      const key = `${above ?? group}\0${written}`
      const known = occurrences.get(key) ?? new Map<string, number>()
      occurrences.set(key, known)
      const test = `${group}\0${title}\0${occurrence}`
      const number = known.get(test) ?? known.size
      known.set(test, number)
      return number
    },
  }
}
