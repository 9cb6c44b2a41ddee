/** What a run says of itself, a line each, without the progress that only a slow machine shows. */
export const saidIn = (output: string): string[] =>
  output.split('\n').filter((line) => /svc: (?!waiting for |sending artifacts )/.test(line))
