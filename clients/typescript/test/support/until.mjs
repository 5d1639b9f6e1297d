// Waits for what another process does, and fails when it does not come.

export async function until(look, milliseconds = 20_000) {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`This did not become true within ${milliseconds} ms: ${look}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
