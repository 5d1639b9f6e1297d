# Payport. `make` alone explains itself.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export SWIFT_BACKTRACE := enable=no

# A daemon in one file: without the toolchain's libraries and without their symbols in its memory. No table that the
# linker fills can be written later, and functions in C watch their stack.
RELEASE := -c release --static-swift-stdlib -Xlinker --no-export-dynamic -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro \
  -Xcc -fstack-protector-strong
# No library beside a program is loaded in place of the system's.
RELEASE += --disable-local-rpath -Xswiftc -no-toolchain-stdlib-rpath
# They are the same wherever they are built, and nothing in them tells where. Swift's check that a closure does not escape, which
# GRDB uses, keeps the length of the path of its source file, though not the path: so packages are put where each path is as
# long in every folder. Swift takes the first prefix that fits, and clang the last.
SCRATCH := $(CURDIR)/.build/release-$(shell printf "%0$$(length=$$(printf %s '$(CURDIR)' | wc -c); \
  echo $$((length < 159 ? 160 - length : 1)))d" 0)
RELEASE += -debug-info-format none --scratch-path $(SCRATCH) \
  -Xswiftc -file-prefix-map -Xswiftc $(SCRATCH)=.build -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
  -Xcc -ffile-prefix-map=$(CURDIR)=. -Xcc -ffile-prefix-map=$(SCRATCH)=.build
# The window is made where its libraries are. Nothing else needs them, so `swift build` alone leaves it out.
export PAYPORT_WINDOW = $(shell pkg-config --cflags-only-I webkitgtk-6.0 2>/dev/null)
BUILD := swift build --explicit-target-dependency-import-check error

# What is tested in other languages, with programs that are built.
BUILT := PAYPORT_PROGRAMS=$(CURDIR)/.build/debug
# Where `make conformance PROVIDER=…` writes its report.
REPORT ?= .build/conformance
FOREIGN := $(BUILT) conformance/check.sh test && $(BUILT) clients/python/test.sh && $(BUILT) clients/typescript/test.sh && $(BUILT) Tests/Foreign/owner_page/test.sh
# Daemons that keep their ledger in PostgreSQL; make test-cluster has all tests and crashes of them.
OVER_POSTGRES := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 scripts/postgres.sh scripts/tests.sh --filter \
  '^EndToEndTests\.(Audit|Budget|Crash|DatabaseAway|Event|LedgerCopy|Receiving|RestoredBackup|TakeOver)Tests/' && \
  scripts/postgres.sh .build/debug/CrashCampaign kill torn power document payout restart --most 4
CLUSTER := $(BUILT) .venv/bin/python Tests/Foreign/cluster.py

PREFIX ?= /usr/local

help: ## Show what can be made
	@echo "Payport: an app asks a wallet on the same machine for invoices and payments."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-19s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo "make demo, make run, make test, make model, make bench and make deb install the Debian packages that they miss, and say which."

run: ## Build, start a provider with a mock wallet, pair the interactive client and open it
	@scripts/packages.sh build
	@$(BUILD) --product payd && $(BUILD) --product payport-statement && $(BUILD) --product payctl
	@scripts/run.sh

demo: ## Build, and see two people settle three payments in a chat, with made-up money
	@scripts/packages.sh build
	@$(BUILD) --product payd && $(BUILD) --product payport-statement && $(BUILD) --product paychat
	@scripts/demo.sh

page: ## Build, and open the owner's page on made-up money, with a day's worth of life in it
	@scripts/packages.sh build
	@$(BUILD) --product payd && $(BUILD) --product payport-statement
	@scripts/python.sh
	@$(BUILT) .venv/bin/python Tests/Foreign/owner_page/life.py

window: ## Build, and show your page in a window
	@scripts/packages.sh window
	@$(BUILD) --product payport-window
	@.build/debug/payport-window

cluster: ## Build, and see two payd with one ledger take over from each other, with a real wallet on a chain of its own
	@scripts/packages.sh test
	@$(BUILD) --product payd && $(BUILD) --product payport-statement && $(BUILD) --product payctl
	@scripts/cluster.sh

build: ## Build everything, with the layers checked
	@scripts/packages.sh build
	$(BUILD)

test: ## Check format, layers and sizes, and run all tests with real daemons
	@scripts/packages.sh test
	@scripts/python.sh
	@$(MAKE) --no-print-directory lint
	$(BUILD) --build-tests
	@# What needs the processors all the time runs alone.
	scripts/tests.sh --skip '^(EndToEndTests|CrashTests|BitcoinWalletTests|ElectrumWalletTests|MoneroWalletTests)\.'
	@# Other seeds each time; a violation is printed with its seed.
	.build/debug/Simulation --seeds 25
	@# What is rare beside everything else, often and at the same moments: copies of ledgers, and disks that lie and rot.
	.build/debug/Simulation --seeds 5 --steps 60 --only request,approve,mine,backup,restore,crash,powerCut,lie,rot
	scripts/traces.sh --seeds 4 --steps 60
	@# The simulated server of PostgreSQL is asked what the real one is asked, and answers as it does.
	scripts/postgres.sh .build/debug/Simulation --server
	@# Two things at once, of which one waits most of the time: for blocks of litecoind and monerod, and for a lease to end.
	@# With more of them, or in another order, tests that have deadlines would miss them. The longest part comes last.
	@# The ledger is tested once more with a server of PostgreSQL, and so are payments, events and recovery of a daemon.
	scripts/parts.sh \
	  'wallets of Litecoin, Monero and Electrum, daemons over PostgreSQL' \
	    "scripts/tests.sh --filter '^(BitcoinWalletTests|ElectrumWalletTests|MoneroWalletTests)\.' && $(OVER_POSTGRES)" \
	  'ledger over PostgreSQL, conformance, Python, TypeScript and the page' \
	    "scripts/postgres.sh scripts/tests.sh --filter '^(LedgerTests|ModelTests|ForwardingTests|PostgreSQLTests)\.' && $(FOREIGN)"
	scripts/parts.sh \
	  'several payd, crashes, and the model' "$(CLUSTER) && scripts/tests.sh --filter '^CrashTests\.' && nice scripts/model.sh" \
	  'end to end' "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 scripts/tests.sh --filter '^EndToEndTests\.'"

test-release: ## Run the tests over a build as people install it, which the compiler makes in another way
	@scripts/packages.sh test
	@scripts/python.sh
	$(BUILD) -c release -Xswiftc -enable-testing --scratch-path .build-release --build-tests
	PAYPORT_BUILD=.build-release/release scripts/tests.sh \
	  --skip '^(TreeTests|CrashTests|BitcoinWalletTests|ElectrumWalletTests|MoneroWalletTests|EndToEndTests)\.'
	PAYPORT_BUILD=.build-release/release SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 scripts/tests.sh \
	  --filter '^(BitcoinWalletTests|ElectrumWalletTests|MoneroWalletTests|EndToEndTests)\.'
	.build-release/release/Simulation --seeds $${SEEDS:-200}

test-foreign: ## Test the packages for other languages, and the conformance of payd and payctl, with programs that are built
	$(FOREIGN) && $(CLUSTER)

conformance: ## Judge a provider or a consumer of yours: PROVIDER='./my-adapter' or CONSUMER='./my-adapter'; without either, all of this tree
ifneq ($(PROVIDER)$(CONSUMER),)
	@scripts/python.sh
	@$(if $(PROVIDER),.venv/bin/python -m conformance provider --adapter '$(PROVIDER)' --report $(REPORT) $(if $(ONLY),--only $(ONLY)))
	@$(if $(CONSUMER),.venv/bin/python -m conformance consumer --adapter '$(CONSUMER)' --report $(REPORT) $(if $(ONLY),--only $(ONLY)))
else
	@scripts/packages.sh test
	@scripts/python.sh
	$(BUILD)
	PAYPORT_PROGRAMS=$(CURDIR)/.build/debug conformance/check.sh reports
endif

conformance-mutants: ## See that each of the broken providers and consumers fails its case; WHOLE=1: and no other, which takes hours
	@scripts/python.sh
	conformance/check.sh mutants $(if $(WHOLE),whole)

test-crash: ## Kill, starve and damage everything everywhere: the whole crash campaign
	@scripts/packages.sh test
	$(BUILD) --build-tests
	PAYPORT_MODEL_RUNS=$${PAYPORT_MODEL_RUNS:-2000} scripts/tests.sh --filter '^ModelTests'
	.build/debug/CrashCampaign --history

test-restore: ## Restore backups onto lost, old and wrong wallets of litecoind and monero-wallet-rpc, and print what became of each payment
	@scripts/packages.sh test
	$(BUILD) --build-tests
	@PAYPORT_RESTORE=all scripts/tests.sh \
	  --filter '^EndToEndTests\.(RestoreMatrix|KnownAddress)Tests/' > .build/restore.log 2>&1; status=$$?; \
	  grep -a -e '^restore:' -e '^✘' .build/restore.log | cut -c1-400; exit $$status

test-cluster: ## Kill, pause and cut off several payd and their database while 10,000 orders are paid, measure how long apps wait, and run all end-to-end tests and crashes with a database
	@scripts/packages.sh test
	@scripts/python.sh
	$(BUILD) --build-tests
	PAYPORT_PROGRAMS=$(CURDIR)/.build/debug .venv/bin/python Tests/Foreign/cluster.py --part campaign --orders 10000
	PAYPORT_PROGRAMS=$(CURDIR)/.build/debug .venv/bin/python Tests/Foreign/cluster.py --part hangs --part waits --part rates --part overload
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 scripts/postgres.sh scripts/tests.sh --filter EndToEndTests
	scripts/postgres.sh .build/debug/CrashCampaign

campaign-electrum: ## Kill payd, Electrum, its server and litecoind while 1,000 invoices are paid on chain, and 100 by Lightning are ordered 10,000 times
	@scripts/packages.sh test
	@scripts/python.sh
	$(BUILD) --product payd && $(BUILD) --product payport-statement
	$(BUILT) .venv/bin/python Tests/Foreign/electrum_campaign.py --payments 1000 --invoices 1000 --apps 4 --kills 40 \
	  --lightning-repeats 10000 --lightning-invoices 100 --control 100

test-hostile: ## An approved app wastes the disk and the memory of a payd for an hour; the figures are printed
	@scripts/python.sh
	$(BUILD)
	PAYPORT_PROGRAMS=$(CURDIR)/.build/debug .venv/bin/python Tests/Foreign/hostile.py

simulate: ## Play stories of a provider in simulated time, in orders that seeds decide: SEEDS=1000
	@scripts/packages.sh build
	@# Without debugging it is about three times as fast.
	$(BUILD) -c release -Xswiftc -enable-testing --scratch-path .build-release --product Simulation
	.build-release/release/Simulation --seeds $${SEEDS:-1000}

simulate-mutants: ## See that the simulation finds the product's old faults and missing guards, put back on purpose: ONLY=name
	@scripts/packages.sh build
	Tests/Simulation/mutants.py --jobs 2 $(if $(ONLY),--only '$(ONLY)')

model: ## Check the model of how payments are made with TLC, and that each guard that is taken out of it is missed
	@scripts/model.sh

model-traces: ## Play stories of the simulation, and check with TLC that the model allows what they do
	@scripts/packages.sh build
	$(BUILD) --product Simulation
	@scripts/traces.sh

fixture: ## Write the ledger of this version that later versions have to open (before its release only)
	$(BUILD) --build-tests
	PAYPORT_MAKE_FIXTURE=1 scripts/tests.sh --filter 'EarlierLedgerTests/theLedgerOfThisVersion'

lint: ## Check the format of the sources and the rules of the tree
	swift format lint --strict -r -p Package.swift Sources Tests Benchmarks
	@scripts/check.sh

format: ## Format the sources
	swift format -i -r -p Package.swift Sources Tests Benchmarks

spec: ## Write what is generated of the specification: types in Swift, Python and TypeScript, JSON Schemas and OpenRPC documents
	scripts/swift_types.py
	scripts/json_schema.py
	python3 clients/python/generate.py
	node clients/typescript/scripts/generate.mjs
	swift run payd openrpc > protocol/openrpc.json
	swift run payd openrpc messaging > protocol/openrpc-messaging.json
	swift run payd openrpc owner > protocol/openrpc-owner.json
	swift run payctl agent --describe > protocol/openrpc-agent.json
	node Sources/Apps/OwnerPage/scripts/generate.mjs

bench: ## Measure against C and Node on this machine and print the ratios
	@scripts/packages.sh bench
	swift build $(RELEASE) --product payd && swift build $(RELEASE) --product PayportBenchmark
	@ln -sfn $(notdir $(SCRATCH))/release .build/release
	@$(MAKE) --no-print-directory -C Benchmarks
	.build/release/PayportBenchmark

release: ## Build the programs as they are installed
	@scripts/packages.sh build
	@for program in payd payctl paychat payport-statement $(if $(strip $(PAYPORT_WINDOW)),payport-window); do \
	  PAYPORT_VERSION=$$(scripts/version.sh) $(BUILD) $(RELEASE) --product $$program \
	    || exit 1; \
	  if readelf -d $(SCRATCH)/release/$$program | grep -E '\((RUNPATH|RPATH)\)'; then exit 1; fi; \
	done
	@ln -sfn $(notdir $(SCRATCH))/release .build/release

# PROGRAMS is a folder with programs that are built already. What `make release` built is installed as it is, so that
# `sudo make install` needs no Swift.
install: $(if $(or $(PROGRAMS),$(wildcard .build/release/payport-statement)),,release) ## Install the programs, manual pages, completions and units: PREFIX=/usr/local DESTDIR=
	@PREFIX=$(PREFIX) DESTDIR=$(DESTDIR) PROGRAMS=$(PROGRAMS) scripts/install.sh install

uninstall: ## Remove what was installed, with the same PREFIX and DESTDIR
	@PREFIX=$(PREFIX) DESTDIR=$(DESTDIR) PROGRAMS=$(PROGRAMS) scripts/install.sh uninstall

deb: $(if $(PROGRAMS),,release) ## Make Debian packages in .build/deb
	@scripts/packages.sh deb
	@PROGRAMS=$(PROGRAMS) scripts/deb.sh

deb-test: ## Install the packages in fresh Debian 12, pay an invoice, and try the units of systemd, as root; fetches that Debian
	@scripts/packages.sh deb
	@scripts/deb-test.sh
	@scripts/systemd-test.sh

reproducible: ## Build the packages of this commit twice, in two folders, and see that they are the same in every byte
	@scripts/packages.sh deb
	@scripts/reproducible.sh

sbom: $(if $(PROGRAMS),,release) ## Write what is inside the programs, as CycloneDX, to .build/payport.cdx.json
	@mkdir -p .build
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) scripts/sbom.py --output .build/payport.cdx.json \
	  $(addprefix $(or $(PROGRAMS),.build/release)/,payd payctl paychat payport-statement) \
	  $(wildcard $(or $(PROGRAMS),.build/release)/payport-window)
	@echo .build/payport.cdx.json

docs: ## Build the documentation of the libraries for apps and for chats
	PAYPORT_DOCS=1 swift package generate-documentation --target Consumer --warnings-as-errors
	PAYPORT_DOCS=1 swift package generate-documentation --target ChatPayments --warnings-as-errors
	PAYPORT_DOCS=1 swift package generate-documentation --target ChatTransports --warnings-as-errors

clean: ## Remove what was built
	rm -rf .build .build-release .venv

.PHONY: help run demo page window cluster build test test-release test-foreign conformance conformance-mutants test-crash test-restore test-cluster campaign-electrum test-hostile simulate simulate-mutants model model-traces fixture lint format spec bench release install uninstall deb deb-test reproducible sbom docs clean
