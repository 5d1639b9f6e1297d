/// Returns the middle value, or the mean of the two middle values; 0 if there are none.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Returns the value that a share `fraction` of the values does not exceed (nearest rank); 0 if there are none.
func percentile(_ values: [UInt32], _ fraction: Double) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  let rank = (Double(sorted.count) * fraction).rounded(.up)
  return Double(sorted[min(sorted.count - 1, max(0, Int(rank) - 1))])
}
