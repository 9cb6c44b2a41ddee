/** The sha of a commit or tree, by a digit. */
export const sha = (digit: string) => digit.repeat(40)
