"""Reads OpenMetrics text from standard input with the parser of prometheus_client, and prints its samples as JSON.

Every sample has to be legal: the parser refuses a wrong name, unit, type, escape, order or bucket, and a missing end
mark.
"""

import json
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families
from prometheus_client.parser import text_string_to_metric_families as prometheus_families

text = sys.stdin.read()
# The textfile collector of node_exporter reads the older form of Prometheus, in which this has to make sense too.
older = {sample.name for family in prometheus_families(text) for sample in family.samples}
samples = []
for family in text_string_to_metric_families(text):
    for sample in family.samples:
        assert sample.name in older, sample.name
        samples.append(
            {
                "family": family.name,
                "type": family.type,
                "unit": family.unit,
                "help": family.documentation,
                "name": sample.name,
                "labels": sample.labels,
                "value": sample.value,
            }
        )
print(json.dumps({"samples": samples}))
