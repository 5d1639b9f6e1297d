extension ListServices.Result {
  /// Creates the list in the present version of its own specification, which is called `Services`.
  public init(services: [ServiceInfo]) {
    self.init(spec: "Services", versions: VersionRange(1), services: services)
  }
}
