/** How long the search takes to suggest, in milliseconds: a cold cache is slow. */
exports.suggestAfterMs = (tries) => (tries === '0' ? 2_500 : 20)
