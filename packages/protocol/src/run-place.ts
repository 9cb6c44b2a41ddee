/** The suite of a run whose reporter names none. */
export const DEFAULT_SUITE = 'default'

/** The project and the suite of a run, as texts show them: a suite that nobody named is left out. */
export const runPlace = (project: string, suite: string): string =>
  suite === DEFAULT_SUITE ? project : `${project} / ${suite}`
