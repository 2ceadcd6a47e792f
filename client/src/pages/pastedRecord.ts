// A record that somebody pasted, on its way from the form to the replay page.
export const pasted: { record: unknown } = { record: null }
