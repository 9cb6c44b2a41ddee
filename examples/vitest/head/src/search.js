const catalogue = ['blue mug', 'red mug', 'desk lamp', 'floor lamp', 'oak chair']

/** The products whose name contains a word, looked up one shelf after the other. */
export const search = async (word) => {
  const found = []
  for (const name of catalogue) {
    await new Promise((resolve) => setTimeout(resolve, 180))
    if (name.includes(word)) found.push(name)
  }
  return found
}
