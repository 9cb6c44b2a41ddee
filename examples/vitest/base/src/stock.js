const warehouse = { mug: 12, lamp: 3, chair: 0 }

/** How many of a product can be sold. */
export const available = (id) => warehouse[id] ?? 0
