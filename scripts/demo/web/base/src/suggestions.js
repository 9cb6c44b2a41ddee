/** How long the search takes to suggest, in milliseconds. */
exports.suggestAfterMs = () => 20
