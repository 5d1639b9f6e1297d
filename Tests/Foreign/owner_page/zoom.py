"""The page at twice its size, and with letters twice as large: all of it can be read without moving it sideways."""

# What stands out of the screen, or is cut by the box that it is in. A box that can be moved by keys cuts nothing, and
# the note of a payment is the beginning of what its own page says.
CUT = """
  const found = [], told = (each) => each.outerHTML.slice(0, 120);
  for (const each of document.querySelectorAll('#page *')) {
    const style = getComputedStyle(each), box = each.getBoundingClientRect();
    if (each.closest('svg, .visually-hidden, .skip, .payment-note') || box.width < 1 || box.height < 1) continue;
    if (box.right > innerWidth + 1 || box.left < -1) {
      if (!each.closest('[tabindex="0"]')) found.push('outside: ' + told(each));
      continue;
    }
    const hides = (value) => value === 'hidden' || value === 'clip';
    if (hides(style.overflowX) && each.scrollWidth > each.clientWidth + 1) found.push('cut at its side: ' + told(each));
    if (hides(style.overflowY) && each.scrollHeight > each.clientHeight + 1) found.push('cut below: ' + told(each));
  }
  return found;
"""
# Gives each day that is shown the most letters that a day of this year or the next has.
LONGEST_DAYS = """
  return import('./base/times.js').then(({ dayOf }) => {
    const later = (days) => new Date(Date.now() + days * 86_400_000);
    const days = [...Array(730).keys()].map((day) => dayOf(later(day), navigator.language));
    const longest = days.reduce((one, other) => (other.length > one.length ? other : one));
    for (const each of document.querySelectorAll('.day')) each.textContent = longest;
  });
"""
VIEWS = ("now", "money", "apps", "books", "health", "setup")
# The window in pixels of the page, and how many of the screen are one of them.
ZOOMED = {"200 % in 1280": (640, 450, 2), "200 % in 1440": (720, 450, 2), "400 % in 1280": (320, 225, 4)}
# For a browser whose letters are twice as large.
LARGE_LETTERS = {"letters of 200 % in 1280": (1280, 900, 1), "letters of 200 % in 640": (640, 900, 1)}


def look(page, invoice, sights, pictures):
    """All views and the story of an invoice; what is cut anywhere."""
    found = []
    for view in (*VIEWS, f"money/{invoice}"):
        page.go(view)
        if view == "apps":
            page.click_text(".app-line", "Ticket Machine")
            page.find("[data-test=limit-LTC]")
        page.script("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for name, sight in sights.items():
            page.zoom(*sight)
            page.drawn()
            page.script(LONGEST_DAYS)
            if page.too_wide():
                found.append(f"{view}, {name}: wider than the screen")
            found += [f"{view}, {name}: {each}" for each in page.script(CUT)]
            if pictures:
                page.picture(pictures / f"zoom-{view.replace('/', '-')[:12]}-{name.replace(' ', '-')}.png", sight)
    return found
