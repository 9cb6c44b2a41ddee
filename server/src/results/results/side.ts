/** Some parts of one execution, usually those of one leg. */
export interface Side {
  id: number
  parts: number[]
}

/** The result of one test on one side. */
export interface SideRow {
  verdict: number
  durationUs: number
  reasonId: number | null
}

/** The result of one test on both sides; null if the side has none. */
export interface BothSides {
  testId: number
  base: SideRow | null
  head: SideRow | null
}
