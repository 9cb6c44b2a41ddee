const catalogue = ['blue mug', 'red mug', 'desk lamp', 'floor lamp', 'oak chair']

/** The products whose name contains a word. */
export const search = async (word) => {
  await new Promise((resolve) => setTimeout(resolve, 40))
  return catalogue.filter((name) => name.includes(word))
}
